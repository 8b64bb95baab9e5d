// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { FreshnessNotice as Bar } from "~/domain/freshness";
import { FreshnessBar } from "./freshness-bar";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const warning: Bar = {
  severity: "warning",
  text: "The data are old.",
  key: "freshness:warning:2026-11-20 18:05:00",
};
const error: Bar = {
  severity: "error",
  text: "The data are very old.",
  key: "freshness:error:2026-11-20 18:05:00",
};

function Bars() {
  const [bar, setBar] = useState(warning);
  return (
    <>
      <FreshnessBar
        id="freshness"
        bar={bar}
        link={
          bar === error
            ? null
            : { href: "/census", text: "The census", shortText: "Census" }
        }
      />
      <main tabIndex={-1} />
      <button onClick={() => setBar({ ...warning })}>Ask again</button>
      <button onClick={() => setBar(error)}>Ask later</button>
    </>
  );
}

function press(name: string) {
  fireEvent.click(screen.getByRole("button", { name }));
}

let sessions = 0;

/** A page of another session than the last one's. */
function page(root = { csrfToken: `token-${(sessions += 1)}` }) {
  const Stub = createRemixStub([
    { id: "root", path: "*", Component: Bars, loader: () => root },
  ]);
  return (
    <Stub
      initialEntries={["/users?sort=name"]}
      hydrationData={{ loaderData: { root } }}
    />
  );
}

test("a word tells the severity, and a shape", () => {
  render(page());
  const bar = screen.getByRole("complementary", { name: "Data freshness" });
  expect(bar.textContent).toContain("Warning: The data are old.");
  expect(bar.querySelector("svg[aria-hidden]")).toBeTruthy();
  press("Ask later");
  expect(bar.textContent).toContain("Error: The data are very old.");
});

test("without scripts it is dismissed by a form that leads back", () => {
  const form = renderToStaticMarkup(page({ csrfToken: "token-of-form" }));
  expect(form).toContain('method="post" action="/dismiss"');
  expect(form).toContain('name="csrf" value="token-of-form"');
  expect(form).toContain(`name="alert" value="${warning.key}"`);
  expect(form).toContain('name="from" value="/users?sort=name"');
});

test("with scripts it is gone at once, main has the focus, and the answer is not waited for", () => {
  const fetching = vi.fn((..._: unknown[]) => new Promise(() => undefined));
  vi.stubGlobal("fetch", fetching);
  render(page());
  const button = screen.getByRole("button", { name: "Dismiss" });
  button.focus();
  fireEvent.click(button);
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("main"));
  expect(fetching).toHaveBeenCalledTimes(1);

  press("Ask again");
  expect(screen.queryByRole("complementary")).toBeNull();
  press("Ask later");
  expect(screen.getByRole("complementary")).toBeTruthy();
});

test("dismissed it stays away in another frame, as error pages have it, and is back in the next session", () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const session = { csrfToken: "token-of-one" };
  render(page(session));
  press("Dismiss");
  cleanup();
  render(page(session));
  expect(screen.queryByRole("complementary")).toBeNull();
  cleanup();
  render(page());
  expect(screen.getByRole("complementary")).toBeTruthy();
});

test("a network that has gone is no failure", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  render(page());
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  await act(async () => Promise.resolve());
  expect(screen.queryByRole("complementary")).toBeNull();
});
