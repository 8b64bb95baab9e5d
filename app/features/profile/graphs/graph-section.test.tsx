// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { IsoDay } from "~/domain/calendar";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { LargeGraphs, SmallGraphs } from "./graph-section";
import type { GraphLine, ProfileView } from "../profile-view";
import { testRthLine } from "../testing/graph-lines";
import { testGraphsView } from "../testing/graphs-view";
import { testProfileView } from "../testing/profile-view";

/** A limit against hanging: a script that is fetched for the first time has to be compiled. */

afterEach(cleanup);

async function show(more: Partial<ProfileView>, isLoading = false) {
  const view = testProfileView(more);
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <>
          <SmallGraphs view={view} isLoading={isLoading} />
          <LargeGraphs view={view} isLoading={isLoading} />
        </>
      ),
    },
  ]);
  render(<Page />);
  // The graphs come in a script of their own.
  if (!isLoading) {
    await screen.findAllByText(/Mean|no rate|No results|not retrieved/);
  }
}

function withRth(line: Partial<GraphLine>): ProfileView["graphs"] {
  return { state: "data", data: testRthLine(line) };
}

function graph(name: string) {
  return within(screen.getByRole("region", { name }));
}

/** 10 of 50 in each month, but for one. */
const ONE_HIGH = Array.from({ length: 18 }, (_, index) =>
  index === 6 ? 50 : 20,
);

describe("the graphs of a profile", () => {
  test("are five, with their titles, a sentence and a named picture each", async () => {
    await show({ graphs: { state: "data", data: testGraphsView() } });
    expect(
      screen
        .getAllByRole("heading", { level: 2 })
        .map((heading) => heading.textContent),
    ).toEqual([
      "30 Day RTH",
      "30 Day OP Ed Visits",
      "Hosp/1000 Days of Care",
      "ED/1000 Days of Care",
      "ADM/1000 LT Pt. Months",
    ]);
    const rth = graph("30 Day RTH");
    expect(
      rth.getByText("20.00% to March. Mean 20.00%. Nothing unusual."),
    ).toBeTruthy();
    // The rest stands behind the table's link.
    const rest = rth.getByRole("link", { name: "Data table 30 Day RTH" });
    expect(rest.getAttribute("href")).toBe("/region-profile/2?graph=rth_30");
    expect(
      rth.getByRole("img", {
        name: "30 Day RTH control chart, Rolling 12 month",
      }),
    ).toBeTruthy();
  });

  test("lead from rolling to the months that are unusual, and say once why", async () => {
    const data = testGraphsView();
    const unusual = { ...data.unusual, rth_30: 2, ed_1000: 1 };
    await show({ graphs: { state: "data", data: { ...data, unusual } } });
    const link = graph("30 Day RTH").getByRole("link", {
      name: "2 unusual months: show by month",
    });
    expect(link.getAttribute("href")).toBe("/region-profile/2?mom=rth_30");
    expect(
      graph("30 Day RTH").getByText("20.00% to March. Mean 20.00%."),
    ).toBeTruthy();
    expect(
      graph("ED/1000 Days of Care").getByRole("link", {
        name: "1 unusual month: show by month",
      }),
    ).toBeTruthy();
    expect(
      graph("30 Day OP Ed Visits").queryByRole("link", { name: /unusual/ }),
    ).toBeNull();
    expect(screen.getAllByText(/choose Month over month/)).toHaveLength(1);
  });

  test("judge patterns month over month, and offer no way there any more", async () => {
    const rates = Array.from({ length: 18 }, (_, index) =>
      index < 9 ? 18 : 22,
    );
    const line = testRthLine({ rates });
    const unusual = { ...line.unusual, rth_30: 18 };
    await show({
      monthly: ["rth_30"],
      graphs: { state: "data", data: { ...line, unusual } },
    });
    const rth = graph("30 Day RTH");
    expect(rth.queryByRole("link", { name: /unusual/ })).toBeNull();
    expect(
      rth.getByText("22.00% in March. Mean 20.00%. 18 unusual months."),
    ).toBeTruthy();
    expect(
      [...rth.getByRole("img").querySelectorAll(".word")].map(
        (word) => word.textContent,
      ),
    ).toEqual(["Shift", "Shift"]);
  });

  test("leave a gap where a month has nothing to divide by", async () => {
    const rates = ONE_HIGH.map((rate, index) => (index === 2 ? null : rate));
    const denominators = rates.map((rate) => (rate === null ? 0 : 50));
    await show({ graphs: withRth({ rates, denominators }) });
    const line = graph("30 Day RTH").getByRole("img").querySelector(".line");
    expect(line?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
  });

  test("have a sentence and no picture where no month has a rate", async () => {
    const nothing = Array.from({ length: 18 }, () => null);
    await show({ graphs: withRth({ rates: nothing, denominators: nothing }) });
    const rth = graph("30 Day RTH");
    expect(
      rth.getAllByText(/The 18 months have no rate to show/)[0],
    ).toBeTruthy();
    expect(rth.queryByRole("img")).toBeNull();
  });
});

describe("events on the graphs of a page", () => {
  const event = (day: IsoDay, text: string, measures: readonly GraphTag[]) => ({
    ...{ day, text, measures, place: null },
  });
  const ALL = RATE_MEASURES.map(({ graph }) => graph);
  const list = (name: string) =>
    [...document.querySelectorAll(`#figure-${name} .graph-events li`)].map(
      ({ textContent }) => textContent,
    );

  test("stand under the graphs of their measures alone", async () => {
    const events = [
      event("2025-05-02", "Night calls", ["rth_30"]),
      event("2025-06-02", "New doctor", ALL),
    ];
    await showEvents(events);
    expect(list("rth_30")).toEqual([
      "1 05/02/2025: Night calls",
      "2 06/02/2025: New doctor",
    ]);
    expect(list("ed_30")).toEqual(["1 06/02/2025: New doctor"]);
  });

  test("are the newest three, after the numbers of those that the table tells", async () => {
    const five = [1, 2, 3, 4, 5].map((month) =>
      event(`2025-0${month}-02`, `Event of month ${month}`, ALL),
    );
    await showEvents(five);
    for (const graph of ALL) {
      expect(list(graph)).toEqual([
        "1–2 Earlier: in the data table",
        "3 03/02/2025: Event of month 3",
        "4 04/02/2025: Event of month 4",
        "5 05/02/2025: Event of month 5",
      ]);
    }
    cleanup();
    await showEvents(five.slice(0, 4));
    expect(list("rth_30")[0]).toBe("1 Earlier: in the data table");
  });

  function showEvents(events: ReturnType<typeof event>[]) {
    const first = firstMonthOf(18, "2026-03-31");
    const notes = { first, events, phases: [] };
    return show({
      graphs: { state: "data", data: { ...testGraphsView(), notes } },
    });
  }
});

describe("the notes under the graphs", () => {
  const data = testGraphsView();
  const notes = () => document.getElementById("graph-notes")?.textContent;

  test("say which months are shown, where other dates were chosen", async () => {
    const words = "The graphs show the 18 months up to To Date.";
    await show({ graphs: { state: "data", data }, isDefaultRange: false });
    expect(notes()).toContain(words);
    cleanup();
    await show({ graphs: { state: "data", data } });
    expect(notes()).not.toContain(words);
  });

  test("say what the dashed line is, and month over month that the newest is not complete", async () => {
    const open = { ...data, settled: 16 };
    await show({ graphs: { state: "data", data: open }, monthly: ["rth_30"] });
    expect(notes()).toMatch(/choose Month over month\. The dashed line leads/);
    expect(notes()).not.toContain("not complete");
    cleanup();
    await show({
      graphs: { state: "data", data },
      monthly: ["rth_30", "ed_30", "hosp_1000", "ed_1000", "adm_1000"],
    });
    expect(notes()).toBe("The newest month is not complete.");
  });
});

describe("the toggle of a graph", () => {
  test("is two links of which one is current, and changes that graph alone", async () => {
    await show({
      monthly: ["ed_30"],
      graphs: { state: "data", data: testGraphsView() },
    });
    const [rolling, monthly] = graph("30 Day RTH")
      .getAllByRole("listitem")
      .map((item) => within(item).getByRole("link"));
    expect(rolling?.getAttribute("aria-current")).toBe("true");
    expect(monthly?.getAttribute("aria-current")).toBeNull();
    expect(monthly?.getAttribute("href")).toBe(
      "/region-profile/2?mom=rth_30,ed_30",
    );
    const back = graph("30 Day OP Ed Visits").getByRole("link", {
      name: /^Rolling 12 month/,
    });
    expect(back.getAttribute("href")).toBe("/region-profile/2");
  });

  test("stands beside a link that opens the graph in full", async () => {
    await show({ graphs: { state: "data", data: testGraphsView() } });
    const link = graph("ADM/1000 LT Pt. Months").getByRole("link", {
      name: "Full screen ADM/1000 LT Pt. Months",
    });
    expect(link.id).toBe("open-graph-adm_1000");
    expect(link.getAttribute("href")).toBe("/region-profile/2?graph=adm_1000");
  });
});

describe("graphs without data", () => {
  test("are skeletons while a search by script runs", async () => {
    await show({ graphs: { state: "data", data: testGraphsView() } }, true);
    // The page says once that it loads.
    expect(screen.queryByText("Loading")).toBeNull();
    expect(document.querySelectorAll(".bg-hairline").length).toBeGreaterThan(5);
    expect(screen.queryByRole("img")).toBeNull();
  });
});
