// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useLocation } from "@remix-run/react";
import { afterEach, expect, test } from "vitest";
import { useFollowLinks } from "./follow-links";

afterEach(cleanup);

const MARKUP = `<a href="/next?page=2#end"><b>plain</b></a>
<a href="/next" target="_blank">tab</a> <a href="/next" download>file</a>
<a href="https://elsewhere.test/next">elsewhere</a> <i>no link</i>`;

function Page() {
  const { pathname, search, hash } = useLocation();
  const clicks = { onClick: useFollowLinks() };
  return (
    <>
      <output>{pathname + search + hash}</output>
      <div {...clicks} dangerouslySetInnerHTML={{ __html: MARKUP }} />
    </>
  );
}

function open() {
  const Stub = createRemixStub([{ path: "*", Component: Page }]);
  render(<Stub initialEntries={["/here"]} />);
}

/** Clicks, and tells whether scripts have taken the click; the browser of the test goes nowhere. */
function click(text: string, how: MouseEventInit = {}): boolean {
  let isTaken = false;
  const after = (event: Event) => {
    isTaken = event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener("click", after, { once: true });
  fireEvent.click(screen.getByText(text), { button: 0, ...how });
  return isTaken;
}

test("a plain link is followed by script", async () => {
  open();
  expect(click("plain")).toBe(true);
  expect(await screen.findByText("/next?page=2#end")).toBeTruthy();
});

test.each([
  ["a link in a tab of its own", "tab", {}],
  ["a file", "file", {}],
  ["another site", "elsewhere", {}],
  ["no link", "no link", {}],
  ["a click for a new tab", "plain", { ctrlKey: true }],
  ["a click for a new window", "plain", { shiftKey: true }],
  ["another button", "plain", { button: 1 }],
])("%s is left to the browser", (_, text, how) => {
  open();
  expect(click(text, how)).toBe(false);
  expect(screen.getByText("/here")).toBeTruthy();
});
