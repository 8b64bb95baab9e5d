// @vitest-environment happy-dom
import { useLocation, useSearchParams } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render, screen, act } from "@testing-library/react";
import { type ComponentType, useState } from "react";
import { renderToString } from "react-dom/server";
import { beforeAll, describe, expect, test, vi, beforeEach } from "vitest";
import { useFollowLinks } from "./follow-links";
import { PageForm } from "./page-form";
import { PageLink } from "./page-link";
import { ChangeSaid } from "./change-said";
import { Pager } from "./pager";
import { DataTable } from "./table";

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

describe("links in markup that React did not make", () => {
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
});

describe("lists", () => {
  function show(Component: ComponentType, address = "/") {
    const Stub = createRemixStub([{ path: "/", Component }]);
    render(<Stub initialEntries={[address]} />);
  }

  test("a link that leads to where it has no place hands the focus on to the page that is open", async () => {
    show(
      () => (
        <Pager
          label="Pages of fruits"
          page={Number(useSearchParams()[0].get("page"))}
          pages={3}
          hrefOf={(one) => `?page=${one}`}
        />
      ),
      "/?page=2",
    );
    for (const [link, open] of [
      ["Next page", "Page 3"],
      ["Page 2", "Page 2"],
      ["Previous page", "Page 1"],
    ] as const) {
      const one = await screen.findByRole("link", { name: link });
      one.focus();
      await act(async () => one.click());
      await vi.waitFor(() =>
        expect(document.activeElement?.textContent).toBe(open),
      );
    }
  });

  test("whoever was below a table goes on at its first row, and another order keeps the focus", () => {
    let turn: (direction: "asc" | "desc") => void = () => undefined;
    const columns = [
      { key: "name", label: "Name", sortable: true, cell: String },
    ];
    show(() => {
      const [direction, setDirection] = useState<"asc" | "desc">("asc");
      turn = setDirection;
      return (
        <DataTable<string>
          id="fruits"
          title="Fruit List"
          rows={["Apple"]}
          rowKey={(row) => row}
          columns={columns}
          sort={{ column: "name", direction }}
          sortHref={() => "?sort=name"}
        />
      );
    });
    const region = screen.getByRole("region");
    const scrolled = vi.fn();
    region.scrollIntoView = scrolled;
    region.getBoundingClientRect = () => ({ top: 10 }) as DOMRect;
    act(() => turn("desc"));
    expect(scrolled).not.toHaveBeenCalled();
    region.getBoundingClientRect = () => ({ top: -10 }) as DOMRect;
    const link = screen.getByRole("link", { name: "Name" });
    // The page stays where it is: only without scripts does the link land at the table.
    expect(link.getAttribute("href")).toBe("/?sort=name");
    link.focus();
    act(() => turn("asc"));
    expect(scrolled).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(link);
    link.blur();
    act(() => turn("desc"));
    expect(document.activeElement).toBe(region);
  });

  describe("what is said of a list that has changed", () => {
    beforeEach(() => void vi.useFakeTimers());

    function pass(ms: number): void {
      act(() => {
        vi.advanceTimersByTime(ms);
      });
    }

    test("nothing is said of the first text", () => {
      const { container } = render(<ChangeSaid text="106 patients" />);
      pass(1_000);
      expect(container.textContent).toBe("");
    });

    test("another text is said after what has changed with it, and is gone when it was spoken", () => {
      const { container, rerender } = render(
        <ChangeSaid text="106 patients" />,
      );
      rerender(<ChangeSaid text="5 of 106 patients" />);
      expect(container.textContent).toBe("");
      pass(500);
      expect(container.querySelector("[aria-live=polite]")?.textContent).toBe(
        "5 of 106 patients",
      );
      pass(10_000);
      expect(container.textContent).toBe("");
    });

    test("only the last of several is said", () => {
      const { container, rerender } = render(
        <ChangeSaid text="106 patients" />,
      );
      rerender(<ChangeSaid text="5 of 106 patients" />);
      pass(300);
      rerender(<ChangeSaid text="40 of 106 patients" />);
      pass(300);
      expect(container.textContent).toBe("");
      pass(200);
      expect(container.textContent).toBe("40 of 106 patients");
    });
  });
});
