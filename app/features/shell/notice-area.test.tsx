// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { createPath, Link, useLocation } from "@remix-run/react";
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NoticeArea } from "./notice-area";
import type { ShellNotice } from "./shell-data";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function page(lists: ShellNotice[][]) {
  const Stub = createRemixStub([
    {
      path: "*",
      Component: () => (
        <>
          <NoticeArea lists={lists} />
          <Link to="/next">Next</Link>
          <Link to="/first">Back</Link>
          <Link to="?inspect=rth">Open</Link>
          <p>{createPath(useLocation())}</p>
        </>
      ),
    },
  ]);
  return <Stub initialEntries={["/first"]} />;
}

const saved: ShellNotice = { tone: "success", text: "Saved." };
const failed: ShellNotice = { tone: "error", text: "It failed." };

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

test("both live regions are there before there is anything to say", () => {
  render(page([]));
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(screen.getByRole("status").textContent).toBe("");
});

test("errors are an alert, the rest is a status", () => {
  render(page([[saved, failed]]));
  expect(screen.getByRole("alert").textContent).toContain("It failed.");
  expect(screen.getByRole("status").textContent).toContain("Saved.");
});

test("the server's page has the notices and no buttons", () => {
  const html = renderToStaticMarkup(page([[failed]]));
  expect(html).toContain("It failed.");
  expect(html).not.toContain("<button");
});

test("at most three show, a duplicate counts once, and the next one waits", () => {
  const texts = ["One.", "Two.", "Two.", "Three.", "Four."];
  render(page([texts.map((text) => ({ tone: "error", text }))]));
  expect(screen.getAllByRole("button", { name: "Dismiss" })).toHaveLength(3);
  expect(screen.queryByText("Four.")).toBeNull();

  fireEvent.click(screen.getAllByRole("button", { name: "Dismiss" })[0]!);
  expect(screen.queryByText("One.")).toBeNull();
  expect(screen.getByText("Four.")).toBeTruthy();
});

test("errors share one box, a line each, which covers nothing", () => {
  const { container } = render(
    page([[failed, { tone: "error", text: "That too." }, saved]]),
  );
  const [box, ...others] = screen.getByRole("alert").querySelectorAll("ul");
  expect(others).toEqual([]);
  expect(
    [...(box?.querySelectorAll("li") ?? [])].map((line) => line.textContent),
  ).toEqual(["Error: It failed.Dismiss", "Error: That too.Dismiss"]);
  expect(container.innerHTML).not.toMatch(/fixed|absolute/);
});

test("a success leaves after 10 seconds, an error stays", () => {
  render(page([[saved, failed]]));
  pass(9_900);
  expect(screen.getByText("Saved.")).toBeTruthy();
  pass(200);
  expect(screen.queryByText("Saved.")).toBeNull();
  expect(screen.getByText("It failed.")).toBeTruthy();
});

test("a notice does not leave under the pointer or the focus", () => {
  render(page([[saved]]));
  const button = screen.getByRole("button", { name: "Dismiss" });
  fireEvent.focus(button);
  pass(60_000);
  expect(screen.getByText("Saved.")).toBeTruthy();
  fireEvent.blur(button);
  pass(10_100);
  expect(screen.queryByText("Saved.")).toBeNull();
});

test("after one was dismissed by its focused button the others still leave", () => {
  render(page([[saved, { tone: "success", text: "Sent." }]]));
  const [first] = screen.getAllByRole("button", { name: "Dismiss" });
  fireEvent.focus(first!);
  fireEvent.click(first!);
  pass(10_100);
  expect(screen.queryByText("Sent.")).toBeNull();
});

test("a notice belongs to the page where it came", async () => {
  vi.useRealTimers();
  render(page([[failed]]));
  fireEvent.click(screen.getByRole("link", { name: "Next" }));
  await vi.waitFor(() => {
    expect(screen.queryByText("It failed.")).toBeNull();
  });
  fireEvent.click(screen.getByRole("link", { name: "Back" }));
  await screen.findByText("/first");
  expect(screen.queryByText("It failed.")).toBeNull();
});

test("a notice stays where something opens over its page", async () => {
  vi.useRealTimers();
  render(page([[failed]]));
  fireEvent.click(screen.getByRole("link", { name: "Open" }));
  await screen.findByText("/first?inspect=rth");
  expect(screen.getByText("It failed.")).toBeTruthy();
});
