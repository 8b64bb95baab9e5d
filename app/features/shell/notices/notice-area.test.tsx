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
import { useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ShellNotice } from "./client-notices";
import { dropNotices, showNotice } from "./client-notices";
import { NoticeArea } from "./notice-area";
import { NoticeStack, type NoticeStackProps } from "./notice-stack";
import type { NoticeSources } from "./use-notices";

// How a stack comes later is late-part's own test; here it would only keep the clock from being virtual.
vi.mock("~/rendering/lazy-component", () => ({
  lazyComponent: () => (props: NoticeStackProps) => <NoticeStack {...props} />,
}));

/** What the page tells, as its loaders would. */
const told = { current: {} as Partial<NoticeSources>, heard: () => undefined };

function tell(next: Partial<NoticeSources>) {
  told.current = next;
  act(() => told.heard());
}

function subscribe(heard: () => void): () => void {
  told.heard = () => void heard();
  return () => undefined;
}

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, "", "/first");
});
afterEach(() => {
  cleanup();
  act(() => dropNotices(() => true));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const NONE: ShellNotice[] = [];

function Told() {
  const { flash = NONE, lasting = NONE } = useSyncExternalStore(
    subscribe,
    () => told.current,
    () => told.current,
  );
  return <NoticeArea flash={flash} lasting={lasting} />;
}

function page(first: Partial<NoticeSources>, path = "/first") {
  // What is remembered with one page's telling is not to be found by the next test.
  told.current = { flash: [], ...first };
  const Stub = createRemixStub([
    {
      path: "*",
      Component: () => (
        <main tabIndex={-1}>
          <Told />
          <Link to="/next">Next</Link>
          <Link to="/first">Back</Link>
          <Link to="?isnp=true" replace>
            Open
          </Link>
          <p>{createPath(useLocation())}</p>
        </main>
      ),
    },
  ]);
  return <Stub initialEntries={[path]} />;
}

const saved: ShellNotice = { tone: "success", text: "Saved." };
const sent: ShellNotice = { tone: "info", text: "Sent." };
const failed: ShellNotice = { tone: "error", text: "It failed." };
const unread: ShellNotice = {
  tone: "warning",
  text: "There are 2 unread notes.",
  alert: {
    key: "unread:2",
    link: { href: "/reports/notes/", text: "VIEW REPORT" },
  },
};

function errors(...texts: string[]): ShellNotice[] {
  return texts.map((text) => ({ tone: "error", text }));
}

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

function dismissButtons(): HTMLElement[] {
  return screen.getAllByRole("button", { name: "Dismiss" });
}

function lines(role: "alert" | "status"): (string | null)[] {
  const region = role === "alert" ? "[role=alert]" : "[aria-live=polite]";
  return [...document.querySelectorAll(`${region} li`)].map(
    (line) => line.textContent,
  );
}

/** A click of the mouse, which has focused the button; one of the keyboard has no detail. */
function clickWithMouse(button: HTMLElement) {
  button.focus();
  fireEvent.click(button, { detail: 1 });
}

test("errors are an alert, the rest is a status, and the regions stay the same", () => {
  render(page({}));
  const alert = screen.getByRole("alert");
  const status = document.querySelector("[aria-live=polite]");
  tell({ flash: [saved], lasting: [failed] });
  expect(screen.getByRole("alert")).toBe(alert);
  expect(document.querySelector("[aria-live=polite]")).toBe(status);
  expect(lines("alert")).toEqual(["Error: It failed.Dismiss"]);
  expect(lines("status")).toEqual(["Done: Saved.Dismiss"]);
});

test("at most three show, a duplicate counts once, and the next one waits", () => {
  render(page({ lasting: errors("One.", "Two.", "Two.", "Three.", "Four.") }));
  expect(dismissButtons()).toHaveLength(3);
  expect(screen.queryByText("Four.")).toBeNull();

  fireEvent.click(dismissButtons()[0]!);
  expect(screen.queryByText("One.")).toBeNull();
  expect(screen.getByText("Four.")).toBeTruthy();
});

test("what can be seen to is never among those that wait", () => {
  render(page({ flash: errors("One."), lasting: [failed, unread, sent] }));
  expect(lines("alert")).toHaveLength(2);
  expect(lines("status")).toHaveLength(1);
  expect(screen.getByText(unread.text)).toBeTruthy();
});

test("errors share one box, a line each", () => {
  render(page({ lasting: [failed, ...errors("That too."), saved] }));
  const boxes = screen.getByRole("alert").querySelectorAll("ul");
  expect(boxes).toHaveLength(1);
  expect(lines("alert")).toEqual([
    "Error: It failed.Dismiss",
    "Error: That too.Dismiss",
  ]);
});

test("success and information leave after 10 seconds, an error and a warning stay", () => {
  const warning: ShellNotice = { tone: "warning", text: "Mind it." };
  render(page({ flash: [saved, warning], lasting: [failed] }));
  pass(9_900);
  expect(screen.getByText("Saved.")).toBeTruthy();
  pass(200);
  expect(screen.queryByText("Saved.")).toBeNull();
  tell({ flash: [sent], lasting: [failed] });
  pass(60_000);
  expect(screen.queryByText("Sent.")).toBeNull();
  expect(screen.getByText("Mind it.")).toBeTruthy();
  expect(screen.getByText("It failed.")).toBeTruthy();
});

test("one that leaves by itself in the page leaves its room until the next page, or a press on another", () => {
  render(page({ flash: [saved], lasting: [failed] }));
  const area = document.getElementById("notices")!;
  Object.defineProperty(area, "offsetHeight", { value: 60 });
  pass(10_100);
  expect(screen.queryByText("Saved.")).toBeNull();
  expect(area.style.minHeight).toBe("60px");
  fireEvent.click(dismissButtons()[0]!);
  expect(area.style.minHeight).toBe("");
});

test("an answer that came with a page in use is brought into the window, an alert or a remark is not", () => {
  render(page({}));
  const area = document.getElementById("notices")!;
  const shown = vi.fn();
  area.scrollIntoView = shown;
  area.getBoundingClientRect = () => ({ top: -200 }) as DOMRect;
  tell({ lasting: [unread] });
  tell({ flash: [sent], lasting: [unread] });
  expect(shown).not.toHaveBeenCalled();
  tell({ flash: [saved], lasting: [unread] });
  expect(shown).toHaveBeenCalledOnce();
});

test("one that waited has its 10 seconds from when it is seen", () => {
  render(page({ flash: [...errors("One.", "Two.", "Three."), saved] }));
  pass(30_000);
  expect(screen.queryByText("Saved.")).toBeNull();
  fireEvent.click(dismissButtons()[0]!);
  pass(9_900);
  expect(screen.getByText("Saved.")).toBeTruthy();
  pass(200);
  expect(screen.queryByText("Saved.")).toBeNull();
});

test.each<[string, (on: Element) => void, (off: Element) => void]>([
  ["focus", fireEvent.focus, fireEvent.blur],
  ["pointer", fireEvent.mouseOver, fireEvent.mouseOut],
])("a notice does not leave under the %s", (_, come, go) => {
  render(page({ flash: [saved] }));
  const [button] = dismissButtons();
  come(button!);
  pass(60_000);
  expect(screen.getByText("Saved.")).toBeTruthy();
  go(button!);
  pass(10_100);
  expect(screen.queryByText("Saved.")).toBeNull();
});

test("the focus is nobody's while notices come and go", () => {
  render(page({}));
  const link = screen.getByRole("link", { name: "Next" });
  link.focus();
  tell({ flash: [saved], lasting: [failed] });
  expect(document.activeElement).toBe(link);
  pass(10_100);
  expect(document.activeElement).toBe(link);
});

test("after one was dismissed with the keyboard the next one's button has the focus, after the last main has", () => {
  render(page({ lasting: errors("One.", "Two.", "Three.") }));
  const [one, two, three] = dismissButtons();
  act(() => one!.focus());
  fireEvent.click(one!);
  expect(document.activeElement).toBe(two);
  act(() => three!.focus());
  fireEvent.click(three!);
  expect(document.activeElement).toBe(two);
  fireEvent.click(two!);
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("after one was dismissed with the mouse the others still leave", () => {
  render(page({ flash: [saved, { ...saved, text: "Done." }] }));
  clickWithMouse(dismissButtons()[0]!);
  expect(screen.queryByText("Saved.")).toBeNull();
  pass(10_100);
  expect(screen.queryByText("Done.")).toBeNull();
});

test("a notice belongs to the page where it came", async () => {
  vi.useRealTimers();
  render(page({ flash: [failed] }));
  fireEvent.click(screen.getByRole("link", { name: "Next" }));
  await vi.waitFor(() => {
    expect(screen.queryByText("It failed.")).toBeNull();
  });
  fireEvent.click(screen.getByRole("link", { name: "Back" }));
  await screen.findByText("/first");
  expect(screen.queryByText("It failed.")).toBeNull();
});

test("a flash notice stays where its page goes on to another query, and has been told by then", async () => {
  vi.useRealTimers();
  render(page({ flash: [failed], lasting: errors("Figures failed.") }));
  fireEvent.click(screen.getByRole("link", { name: "Open" }));
  await screen.findByText("/first?isnp=true");
  tell({ flash: [] });
  expect(lines("alert")).toEqual(["Error: It failed.Dismiss"]);
  fireEvent.click(dismissButtons()[0]!);
  expect(lines("alert")).toEqual([]);
});

test("what was done last takes the place of what was done before on its page, and an error stays", () => {
  const signed: ShellNotice = { tone: "success", text: "Signed." };
  render(page({ flash: [saved, failed] }));
  tell({ flash: [] });
  expect(lines("status")).toEqual(["Done: Saved.Dismiss"]);
  tell({ flash: [sent] });
  expect(lines("status")).toEqual(["Note: Sent.Dismiss"]);
  tell({ flash: [signed] });
  expect(lines("status")).toEqual(["Done: Signed.Dismiss"]);
  expect(lines("alert")).toEqual(["Error: It failed.Dismiss"]);
});

test("what was dismissed is told again when it is said once more, or has been well in between", () => {
  render(page({ flash: [saved], lasting: [failed] }));
  for (const button of dismissButtons()) fireEvent.click(button);
  tell({ flash: [], lasting: [failed] });
  expect(lines("alert")).toEqual([]);
  expect(lines("status")).toEqual([]);
  tell({ flash: [saved], lasting: [] });
  expect(lines("status")).toHaveLength(1);
  tell({ flash: [], lasting: [failed] });
  expect(lines("alert")).toHaveLength(1);
});

test("an alert leads to what it is about, and its dismissal is posted once and lasts", async () => {
  const fetching = vi.fn(async (..._: [string, RequestInit]) => new Response());
  vi.stubGlobal("fetch", fetching);
  render(page({ lasting: [unread] }));
  expect(
    screen.getByRole("link", { name: "VIEW REPORT" }).getAttribute("href"),
  ).toBe("/reports/notes/");
  pass(60_000);
  clickWithMouse(dismissButtons()[0]!);
  expect(screen.queryByText(unread.text)).toBeNull();
  expect(fetching).toHaveBeenCalledTimes(1);
  const [path, init] = fetching.mock.calls[0]!;
  expect([path, init.method]).toEqual(["/dismiss", "POST"]);
  expect((init.body as URLSearchParams).toString()).toBe(
    "alert=unread%3A2&from=%2Ffirst",
  );

  // The next page was asked for before the server knew of it.
  vi.useRealTimers();
  fireEvent.click(screen.getByRole("link", { name: "Next" }));
  await screen.findByText("/next");
  expect(screen.queryByText(unread.text)).toBeNull();
  tell({ lasting: [{ ...unread, text: "There are 3 unread notes." }] });
  expect(screen.getByText("There are 3 unread notes.")).toBeTruthy();
});

test("another frame, as error pages have it, tells nothing a second time", () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  render(page({ flash: [saved, failed], lasting: [unread] }));
  fireEvent.click(dismissButtons()[1]!);
  pass(10_100);
  expect(lines("status")).toHaveLength(0);
  const { current } = told;
  cleanup();
  render(page(current));
  expect(lines("alert")).toEqual(["Error: It failed.Dismiss"]);
  expect(lines("status")).toEqual([]);
  cleanup();
  window.history.replaceState(null, "", "/next");
  render(page(current, "/next"));
  expect(lines("alert")).toEqual([]);
  expect(lines("status")).toEqual([]);
});

test("scripts tell something before the page is taken over or after it, on that page alone", async () => {
  showNotice(failed);
  render(page({}));
  expect(lines("alert")).toEqual(["Error: It failed.Dismiss"]);
  act(() => showNotice(sent));
  expect(lines("status")).toEqual(["Note: Sent.Dismiss"]);
  act(() => showNotice(sent));
  expect(lines("status")).toHaveLength(1);
  pass(10_100);
  expect(lines("status")).toEqual([]);

  vi.useRealTimers();
  fireEvent.click(screen.getByRole("link", { name: "Next" }));
  await screen.findByText("/next");
  expect(lines("alert")).toEqual([]);
});
