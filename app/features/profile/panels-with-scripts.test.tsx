// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { act, render, screen, within, fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { RowCount } from "./drill-down/drill-down-list";
import { HuddleBoard } from "./huddle/huddle-board";
import { ProfileScreen } from "./profile-screen";
import type { ProfileView } from "./profile-view";
import { testGraphsView } from "./testing/graphs-view";
import { testProfileView } from "./testing/profile-view";
import { testQuality } from "./testing/quality";
import { Link, useLocation } from "@remix-run/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { GraphCard } from "./graphs/graph-section";
import { GraphToggle } from "./graphs/graph-toggle";

const PATH = "/region-profile/2";
const GRAPHS = [
  "30 Day RTH",
  "30 Day OP Ed Visits",
  "Hosp/1000 Days of Care",
  "ED/1000 Days of Care",
  "ADM/1000 LT Pt. Months",
];
const FAILED = { state: "error", message: "told by the shell" } as const;

/** On a busy machine a script of the page may take a while to come. */
const SOON = { timeout: 10_000 };

const PANELS = ["Facility List", "Quality score", "Frailty", ...GRAPHS];

beforeEach(() => {
  // The chart to explore needs a browser that lays out.
  vi.stubGlobal("navigator", { onLine: true, connection: { saveData: true } });
});
afterEach(() => void vi.unstubAllGlobals());

/** A profile whose data came once, and whose next answer never comes. */
async function show(more: Partial<ProfileView> = {}, search = "") {
  const view = testProfileView({
    graphs: { state: "data", data: testGraphsView() },
    ...more,
  });
  const loader = vi
    .fn<() => Promise<null>>(() => new Promise(() => undefined))
    .mockResolvedValueOnce(null);
  const Page = createRemixStub([
    {
      path: PATH,
      loader,
      Component: () => <ProfileScreen view={view} />,
    },
  ]);
  render(<Page initialEntries={[PATH + search]} />);
  await screen.findAllByText(/Latest month|not retrieved/, {}, SOON);
  return loader;
}

/** Background of an open dialog included: what is there is meant, not who may reach it. */
const hidden = true;

function panel(name: string) {
  return within(screen.getByRole("region", { name, hidden }));
}

async function waitForSkeletons() {
  await screen.findAllByText("Loading", {}, SOON);
}

describe("while a search by script runs", () => {
  async function submit() {
    screen.getByRole("button", { name: "Submit", hidden }).click();
    await waitForSkeletons();
  }

  async function search(more?: Partial<ProfileView>, query?: string) {
    await show(more, query);
    await submit();
  }

  test("each panel is a skeleton without data, and the page says that it is busy", async () => {
    await show({ quality: testQuality() });
    const figures = () => panel("Frailty").queryAllByRole("listitem");
    expect(figures()).toHaveLength(3);
    await submit();
    expect(figures()).toEqual([]);
    for (const name of PANELS) {
      const { queryByRole } = panel(name);
      expect(queryByRole("table", { hidden })).toBeNull();
      expect(queryByRole("img")).toBeNull();
    }
    expect(document.querySelector("[aria-busy=true]")).toBeTruthy();
    const said = [...document.querySelectorAll("[aria-live=polite]")].filter(
      ({ textContent }) => textContent === "Loading",
    );
    expect(said).toHaveLength(1);
  });

  test("the overview keeps its subject and its labels, and has no figure to press", async () => {
    await search();
    const overview = panel("Overview");
    expect(overview.getByText("Lakes")).toBeTruthy();
    expect(overview.getAllByText("Loading")).toHaveLength(10);
    expect(overview.getByText("RTH/RTH%")).toBeTruthy();
    expect(overview.queryByRole("button")).toBeNull();
  });

  test("panels that failed or had nothing are skeletons too", async () => {
    await search({
      list: FAILED,
      metrics: FAILED,
      frailty: { state: "empty" },
    });
    expect(screen.queryByText(/Data was not retrieved/)).toBeNull();
    expect(screen.queryByText(/No results found/)).toBeNull();
    expect(panel("Overview").queryByText("Unknown")).toBeNull();
  });
});

test("the fullscreen graph is titled 'Loading...' until its data arrive", async () => {
  await show({ graphs: FAILED }, "?graph=rth_30");
  const dialog = await screen.findByRole("dialog", { name: GRAPHS[0] }, SOON);
  within(dialog).getByRole("link", { name: "Try again" }).click();
  await waitForSkeletons();
  expect(screen.getByRole("dialog", { name: "Loading..." })).toBe(dialog);
  expect(dialog.querySelector("[aria-live=polite]")?.textContent).toBe(
    "Loading",
  );
  expect(within(dialog).queryByText(/not retrieved/)).toBeNull();
});

test("a new order of the list changes no figure, so nothing is a skeleton", async () => {
  const loader = await show();
  panel("Facility List")
    .getByRole("link", { name: /^Patients/ })
    .click();
  await vi.waitFor(() => expect(loader).toHaveBeenCalledTimes(2), SOON);
  expect(screen.queryByText("Loading")).toBeNull();
  expect(document.querySelector("[aria-busy=true]")).toBeNull();
});

test("no link or form of the page names a place to land at: it stays where it is", async () => {
  await show({ quality: testQuality() });
  const targets = [...document.querySelectorAll("a, form")].map(
    (one) => one.getAttribute("href") ?? one.getAttribute("action") ?? "",
  );
  expect(targets).toContain("/region-profile/2?modal=quality");
  expect(targets).toContain("/region-profile/2?mom=rth_30");
  expect(targets.filter((target) => target.includes("#"))).toEqual([]);
});

describe("the count of a list", () => {
  /** The change is said by then. */
  const SAID_WITHIN_MS = 10_000;

  function counted(count: string, frailtyFilter: ProfileView["frailtyFilter"]) {
    const { list } = testProfileView();
    if (list.state !== "data") throw new Error("the example has a list");
    return testProfileView({
      frailtyFilter,
      list: { state: "data", data: { ...list.data, count } },
    });
  }

  test("is said with the filter once that is chosen", async () => {
    const { container, rerender } = render(
      <RowCount view={counted("5 patients", "all")} />,
    );
    const said = () => container.querySelector("[aria-live]")?.textContent;
    expect(said()).toBe("");
    rerender(<RowCount view={counted("0 of 5 patients", "high")} />);
    expect(container.textContent).toBe("0 of 5 patients");
    await expect
      .poll(said, { timeout: SAID_WITHIN_MS })
      .toBe("0 of 5 patients, frailty High");
  });

  test("is not said where the list failed", async () => {
    vi.useFakeTimers();
    const { container, rerender } = render(
      <RowCount view={counted("5 patients", "all")} />,
    );
    const failed = testProfileView({
      frailtyFilter: "high",
      list: { state: "error", message: "It failed." },
    });
    rerender(<RowCount view={failed} />);
    act(() => {
      vi.advanceTimersByTime(SAID_WITHIN_MS);
    });
    expect(container.textContent).toBe("");
    vi.useRealTimers();
  });
});

test("the huddle sheet is printed by a button", () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => <HuddleBoard id="huddle" view={testProfileView()} />,
    },
  ]);
  render(<Page />);
  screen.getByRole("button", { name: "Print" }).click();
  expect(print).toHaveBeenCalledOnce();
});

describe("graphs", () => {
  let react: ReturnType<typeof hydrateRoot> | undefined;

  afterEach(() => {
    act(() => react?.unmount());
    react = undefined;
    document.body.innerHTML = "";
  });

  describe("the card of a graph", () => {
    /** A card that the server has drawn and scripts have taken over; shows it with another view, and says what failed. */
    async function takenOver(first: Partial<ProfileView>) {
      let setView: (view: ProfileView) => void = () => undefined;
      function Page() {
        const [view, set] = useState(() => testProfileView(first));
        setView = set;
        return (
          <GraphCard view={view} tag="rth_30" size="small" isLoading={false} />
        );
      }
      const stub = () => {
        const Stub = createRemixStub([{ path: "/", Component: Page }]);
        return <Stub />;
      };
      const root = document.createElement("div");
      // A server has no document.
      vi.stubGlobal("document", undefined);
      const markup = renderToString(stub());
      vi.unstubAllGlobals();
      root.innerHTML = markup;
      document.body.append(root);
      const failures: unknown[] = [];
      await act(async () => {
        react = hydrateRoot(root, stub(), {
          onRecoverableError: (error) => failures.push(error),
        });
      });
      return {
        failures,
        show: (more: Partial<ProfileView>) =>
          act(async () => setView(testProfileView(more))),
      };
    }

    const FAILED = { state: "error", message: "told by the shell" } as const;
    const hrefOf = (name: string) =>
      screen.getByRole("link", { name }).getAttribute("href");

    test("asks again for the page as it is now, not as the server sent it", async () => {
      const { failures, show } = await takenOver({ graphs: FAILED });
      expect(hrefOf("Try again")).toBe("/region-profile/2");
      await show({ graphs: FAILED, frailtyFilter: "high" });
      expect(hrefOf("Try again")).toBe("/region-profile/2?frailty=high");
      // The list tells of it then, for all panels.
      await show({ graphs: FAILED, list: FAILED });
      expect(screen.queryByRole("link", { name: "Try again" })).toBeNull();
      expect(failures).toEqual([]);
    });

    test("offers to clear filters that came after the server had drawn it without results", async () => {
      const { failures, show } = await takenOver({
        graphs: { state: "empty" },
      });
      const clear = () => screen.queryByRole("link", { name: "Clear filters" });
      expect(clear()).toBeNull();
      await show({ graphs: { state: "empty" }, frailtyFilter: "high" });
      expect(clear()).not.toBeNull();
      expect(failures).toEqual([]);
    });

    test("draws the graph that came at the second try", async () => {
      const { failures, show } = await takenOver({ graphs: FAILED });
      await show({ graphs: { state: "data", data: testGraphsView() } });
      expect(await screen.findByRole("img")).toBeTruthy();
      expect(screen.queryByText(/not retrieved/)).toBeNull();
      expect(failures).toEqual([]);
    });
  });

  describe("the toggle of a graph", () => {
    function Page() {
      const { key, search } = useLocation();
      const isMonthly = search === "?mom=rth_30";
      const view = testProfileView({ monthly: isMonthly ? ["rth_30"] : [] });
      return (
        <>
          <GraphToggle view={view} tag="rth_30" />
          <Link to={isMonthly ? "/" : "/?mom=rth_30"}>other</Link>
          <output>{key}</output>
        </>
      );
    }

    test("takes no step for the mode that is chosen", async () => {
      const Stub = createRemixStub([{ path: "*", Component: Page }]);
      render(<Stub />);
      const { textContent: before } = screen.getByRole("status");
      fireEvent.click(screen.getByText("Rolling 12 month"));
      fireEvent.click(screen.getByText("Month over month"));
      const chosen = () =>
        screen.getByText("Month over month").getAttribute("aria-current");
      await expect.poll(chosen).toBe("true");
      const { textContent: stepped } = screen.getByRole("status");
      expect(stepped).not.toBe(before);
      fireEvent.click(screen.getByText("Month over month"));
      await new Promise((done) => setTimeout(done, 50));
      expect(screen.getByRole("status").textContent).toBe(stepped);
    });

    test("says what is shown once it is another than at first", async () => {
      const Stub = createRemixStub([{ path: "/", Component: Page }]);
      const { container } = render(<Stub />);
      const spoken = () => container.querySelector("[aria-live]")?.textContent;
      expect(spoken()).toBe("");
      fireEvent.click(screen.getByText("other"));
      await expect.poll(spoken).toBe("Month over month, 30 Day RTH");
      fireEvent.click(screen.getByText("other"));
      await expect.poll(spoken).toBe("Rolling 12 month, 30 Day RTH");
    });
  });
});
