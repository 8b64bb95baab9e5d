// @vitest-environment happy-dom
import { Link, Outlet } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { FreshnessNotice as Bar } from "~/domain/freshness";
import { FreshnessBar } from "./alerts/freshness-bar";
import { Header } from "./header";
import { PageFrame } from "./page-frame";
import { shellData } from "./testing/shell-data";

const LATE = { timeout: 10_000 };

afterEach(() => void vi.unstubAllGlobals());

describe("the header", () => {
  let answer: (label: string) => void;
  let asked = 0;
  let signInAs: (csrfToken: string) => void;

  function show(): HTMLInputElement {
    vi.stubGlobal(
      "fetch",
      () =>
        new Promise<Response>((resolve) => {
          asked += 1;
          answer = (label) => {
            const items = [{ kind: "facility", id: 1, label }];
            resolve(Response.json({ text: "", items, notices: [] }));
          };
        }),
    );
    function Page() {
      const [csrfToken, setToken] = useState("session-1");
      signInAs = setToken;
      return (
        <Header
          siteName="Sojourn"
          user={{ name: "Dana Whitcombe", initials: "DW" }}
          reports={{ unread: 3 }}
          accountLinks={[]}
          places={[]}
          placeName={null}
          dataQuality={null}
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
    const before = asked;
    act(() => field().focus());
    await screen.findByText("Loading…");
    // The list may say so before it asks, and an answer to an earlier question would be lost.
    await vi.waitFor(() => expect(asked).toBeGreaterThan(before), LATE);
  }

  test("has a progress bar while the search asks for its list, and no longer", async () => {
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

  test("shows another session in the same browser nothing of the one before in its search", async () => {
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
    expect(
      await screen.findByRole("option", { name: /Oak House/ }),
    ).toBeTruthy();
  });

  test("closes the account menu by Escape, and gives the focus back", () => {
    show();
    const menu = screen
      .getByText("Logged in as Dana Whitcombe")
      .closest("details");
    menu?.setAttribute("open", "");
    const button = menu?.querySelector("button");
    button?.focus();
    fireEvent.keyDown(button!, { key: "Escape" });
    expect(menu?.open).toBe(false);
    expect(document.activeElement).toBe(menu?.querySelector("summary"));
  });
});

test("a page that read no time keeps the one that the page before it has read", async () => {
  const shell = shellData();
  const time = "Data is accurate as of 09:30 AM ET 11/21/2026";
  const read = { freshness: { accurate: time, bar: null, link: null } };
  const Stub = createRemixStub([
    {
      id: "root",
      path: "/",
      Component: () => (
        <PageFrame>
          <Outlet />
        </PageFrame>
      ),
      ErrorBoundary: () => (
        <PageFrame>
          <h1>Not found</h1>
        </PageFrame>
      ),
      loader: () => shell,
      shouldRevalidate: () => false,
      children: [
        {
          id: "first",
          index: true,
          Component: () => <Link to="/plain">Plain</Link>,
          loader: () => read,
        },
        {
          id: "plain",
          path: "plain",
          Component: () => (
            <>
              <h1>Plain page</h1>
              <Link to="/missing">Missing</Link>
            </>
          ),
        },
      ],
    },
  ]);
  render(<Stub hydrationData={{ loaderData: { root: shell, first: read } }} />);
  for (const [link, heading] of [
    ["Plain", "Plain page"],
    ["Missing", "Not found"],
  ] as const) {
    fireEvent.click(screen.getByRole("link", { name: link }));
    await screen.findByRole("heading", { name: heading });
    expect(screen.getByText(time)).toBeTruthy();
  }
});

describe("the freshness bar", () => {
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
        <FreshnessBar id="freshness" bar={bar} link={null} />
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
  function show(root = { csrfToken: `token-${(sessions += 1)}` }) {
    const Stub = createRemixStub([
      { id: "root", path: "*", Component: Bars, loader: () => root },
    ]);
    render(<Stub hydrationData={{ loaderData: { root } }} />);
  }

  test("tells the severity by a word and a shape, a new one in its place", () => {
    show();
    const bar = screen.getByRole("complementary", { name: "Data freshness" });
    expect(bar.textContent).toContain("Warning: The data are old.");
    expect(bar.querySelector("svg[aria-hidden]")).toBeTruthy();
    press("Ask later");
    expect(bar.textContent).toContain("Error: The data are very old.");
  });

  test("is gone at once when it is dismissed, main has the focus, and the answer is not waited for", () => {
    const fetching = vi.fn((..._: unknown[]) => new Promise(() => undefined));
    vi.stubGlobal("fetch", fetching);
    show();
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

  test("stays away in another frame, as error pages have it, and is back in the next session", () => {
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    const session = { csrfToken: "token-of-one" };
    show(session);
    press("Dismiss");
    cleanup();
    show(session);
    expect(screen.queryByRole("complementary")).toBeNull();
    cleanup();
    show();
    expect(screen.getByRole("complementary")).toBeTruthy();
  });

  test("is gone where the network has gone too", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
    show();
    press("Dismiss");
    await act(async () => Promise.resolve());
    expect(screen.queryByRole("complementary")).toBeNull();
  });
});
