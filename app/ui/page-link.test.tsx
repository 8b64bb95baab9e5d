// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { PageForm } from "./page-form";
import { PageLink } from "./page-link";

let OnServer: { PageLink: typeof PageLink; PageForm: typeof PageForm };

beforeAll(async () => {
  vi.stubGlobal("document", undefined);
  vi.resetModules();
  OnServer = {
    ...(await import("./page-link")),
    ...(await import("./page-form")),
  };
  vi.unstubAllGlobals();
  expect(OnServer.PageLink).not.toBe(PageLink);
  expect(OnServer.PageForm).not.toBe(PageForm);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** At /list/7?sort=name, in a route below another one. */
function at(Component: ComponentType) {
  const Stub = createRemixStub([
    {
      path: "/list",
      children: [
        { path: ":id", Component },
        { path: "next", Component: () => <p>Next</p> },
      ],
    },
  ]);
  return <Stub initialEntries={["/list/7?sort=name"]} />;
}

const OF_THE_STUB = "Warning: useLayoutEffect does nothing on the server";

/** The server's markup, taken over in a browser: React tells each difference. */
function takeOver(Server: ComponentType, Browser: ComponentType) {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(at(Server));
  const sent = container.innerHTML;
  render(at(Browser), { container, hydrate: true });
  const warnings = told.mock.calls.map(([text]) => String(text));
  expect(warnings.filter((text) => !text.startsWith(OF_THE_STUB))).toEqual([]);
  return { sent, taken: container.innerHTML };
}

test.each([
  ["/users", "/users"],
  ["/users?page=2#list", "/users?page=2#list"],
  ["/users/", "/users/"],
  ["/users?", "/users"],
  ["/a/../b//c", "/b/c"],
  ["/", "/"],
  ["?sort=age", "/list/7?sort=age"],
  ["?", "/list/7"],
  ["?a=%26&b=\"'", "/list/7?a=%26&b=\"'"],
  ["#panel", "/list/7#panel"],
  ["", "/list/7"],
  [".", "/list/7"],
  ["../other", "/list/other"],
  ["more", "/list/7/more"],
  ["//elsewhere.example/x", "//elsewhere.example/x"],
  ["https://elsewhere.example/x", "https://elsewhere.example/x"],
])("a link to '%s' leads to %s, drawn by either", (to, href) => {
  const link = (Link: typeof PageLink) => () => (
    <Link
      to={to}
      id="it"
      className="action-link"
      aria-current="page"
      preventScrollReset
      replace
      onClick={() => undefined}
    >
      There <b>now</b>
    </Link>
  );
  const { sent, taken } = takeOver(link(OnServer.PageLink), link(PageLink));
  const shown = screen.getByRole("link");
  expect(shown.getAttribute("href")).toBe(href);
  expect(shown.getAttributeNames().sort()).toEqual([
    "aria-current",
    "class",
    "href",
    "id",
  ]);
  expect(taken).toBe(sent);
});

test.each([
  ["/users?page=2#list", "/users?page=2#list"],
  ["?sort=age", "/list/7?sort=age"],
  [undefined, "/list/7?sort=name"],
  ["", "/list/7"],
  ["../other", "/list/other"],
])("a form for %s is sent to %s, drawn by either", (action, target) => {
  const form = (Form: typeof PageForm) => () => (
    <Form
      method="POST"
      {...(action !== undefined && { action })}
      aria-label="It"
      autoComplete="off"
      preventScrollReset
    >
      <button>Send</button>
    </Form>
  );
  const { sent, taken } = takeOver(form(OnServer.PageForm), form(PageForm));
  const shown = screen.getByRole("form");
  expect(shown.getAttribute("action")).toBe(target);
  expect(shown.getAttribute("method")).toBe("post");
  expect(shown.getAttributeNames().sort()).toEqual([
    "action",
    "aria-label",
    "autocomplete",
    "method",
  ]);
  expect(taken).toBe(sent);
});

test("a form asks by GET where nothing else is said", () => {
  const form = (Form: typeof PageForm) => () => (
    <Form action="/search" aria-label="It" />
  );
  takeOver(form(OnServer.PageForm), form(PageForm));
  expect(screen.getByRole("form").getAttribute("method")).toBe("get");
});

test("a link that was taken over goes without a new document", async () => {
  const link = (Link: typeof PageLink) => () => <Link to="/list/next">On</Link>;
  takeOver(link(OnServer.PageLink), link(PageLink));
  fireEvent.click(screen.getByRole("link"));
  expect(await screen.findByText("Next")).toBeTruthy();
});
