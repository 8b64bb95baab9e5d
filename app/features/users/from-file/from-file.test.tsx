// @vitest-environment happy-dom
import { useActionData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { usersFileWords as words } from "../rules/users-file";
import type { FileAnswer } from "./from-file.server";
import { FromFileScreen } from "./screen";

const PREVIEW: FileAnswer = {
  kind: "preview",
  errors: [],
  content: "YQ==",
  plan: "plan",
  rows: [
    {
      line: 2,
      username: "nina",
      name: "Nina New",
      level: "Facility",
      locations: "Elm",
      isnpOnly: false,
      state: "new",
      notes: [],
    },
  ],
};
const CREATED: FileAnswer = {
  kind: "created",
  users: [{ name: "Nina New", username: "nina", password: "abcd" }],
};

test("users are being created, as the button says, and then the focus is on their passwords", async () => {
  let answer = (_: FileAnswer) => {};
  const Page = createRemixStub([
    {
      path: "/",
      action: () => new Promise<FileAnswer>((resolve) => (answer = resolve)),
      Component: () => (
        <FromFileScreen
          id="from-file"
          answer={useActionData<FileAnswer>() ?? PREVIEW}
        />
      ),
    },
  ]);
  render(<Page />);
  fireEvent.click(await screen.findByRole("button", { name: "Create 1 user" }));
  await screen.findByRole("button", { name: words.creating });
  answer(CREATED);
  const heading = await screen.findByRole("heading", { name: words.created });
  await expect.poll(() => document.activeElement).toBe(heading);
});
