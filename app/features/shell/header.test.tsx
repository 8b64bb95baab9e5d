// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { act, cleanup, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Header } from "./header";

const LATE = { timeout: 10_000 };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let answer: (label: string) => void;
let signInAs: (csrfToken: string) => void;

function show(): HTMLInputElement {
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise<Response>((resolve) => {
        answer = (label) => {
          const items = [{ kind: "facility", id: 1, label }];
          resolve(Response.json({ text: "", items, notices: [] }));
        };
      }),
  );
  function Page() {
    const [csrfToken, setToken] = useState("session-1");
    signInAs = setToken;
    const user = { name: "Dana Whitcombe", initials: "DW" };
    return (
      <Header
        siteName="Sojourn"
        user={user}
        reports={{ unread: 3 }}
        accountLinks={[
          { href: "/reviews", text: "Transfer reviews, 4 overdue" },
          { href: "/change-password", text: "Change password" },
        ]}
        csrfToken={csrfToken}
      />
    );
  }
  const Stub = createRemixStub([{ path: "/", Component: Page }]);
  render(<Stub />);
  return field();
}

function field(): HTMLInputElement {
  return screen.getByPlaceholderText("Browse Sojourn");
}

async function openList(): Promise<void> {
  act(() => field().focus());
  await screen.findByText("Loading…");
}

test("the progress bar is there while the search asks for its list, and no longer", async () => {
  show();
  expect(screen.queryByRole("progressbar")).toBeNull();
  await openList();
  await screen.findByRole("progressbar", { name: "Loading" });
  answer("Elm House");
  await screen.findByRole("option", { name: /Elm House/ });
  await vi.waitFor(
    () => expect(screen.queryByRole("progressbar")).toBeNull(),
    LATE,
  );
});

test("another session in the same browser finds nothing of the one before in the search", async () => {
  const before = show();
  await openList();
  answer("Elm House");
  await screen.findByRole("option", { name: /Elm House/ });
  before.value = "elm";
  act(() => signInAs("session-2"));
  expect(screen.queryByText(/Elm House/)).toBeNull();
  expect(field().value).toBe("");
  await openList();
  answer("Oak House");
  expect(await screen.findByRole("option", { name: /Oak House/ })).toBeTruthy();
});
