// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ErrorPage } from "./error-page";

afterEach(cleanup);

function show(status: number, serverMessage?: string, url = "/") {
  const Stub = createRemixStub([
    {
      path: "*",
      Component: () => (
        <ErrorPage
          id="error-page"
          status={status}
          {...(serverMessage ? { serverMessage } : {})}
        />
      ),
    },
  ]);
  render(<Stub initialEntries={[url]} />);
}

test.each([
  [
    403,
    undefined,
    "Sorry, you don't have permission to access this page. (403)",
  ],
  [404, "ignored", "Sorry, we couldn't find this page. (404)"],
  [500, undefined, "Sorry, we are unable to display the page. (500)"],
  [409, "It is being changed.", "It is being changed. (409)"],
])("%i says its text with the code in parentheses", (status, message, text) => {
  show(status, message);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(text);
});

test("there is a way home", () => {
  show(404);
  expect(
    screen.getByRole("link", { name: "Back to Home" }).getAttribute("href"),
  ).toBe("/");
});

test("a fault that may pass can be tried again at the same address", () => {
  show(503, "No data.", "/division-profile/1?isnp=true");
  expect(
    screen.getByRole("link", { name: "Try again" }).getAttribute("href"),
  ).toBe("/division-profile/1?isnp=true");
  expect(screen.getByRole("link", { name: "Back to Home" })).toBeTruthy();
});

test.each([403, 404, 409])("%i would be the same again", (status) => {
  show(status);
  expect(screen.queryByRole("link", { name: "Try again" })).toBeNull();
});
