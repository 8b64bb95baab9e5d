import { describe, expect, test } from "vitest";
import type { IsoDay } from "~/domain/calendar";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import {
  all,
  textOf,
  textsOf,
  type PageDocument,
} from "../../../../tests/pages/support/document";
import {
  drawnPage,
  hrefsOf,
  regionOf,
} from "../../../../tests/pages/support/drawn-page";
import { LargeGraphs, SmallGraphs } from "./graph-section";
import type { GraphLine, ProfileView } from "../profile-view";
import { testRthLine } from "../testing/graph-lines";
import { testGraphsView } from "../testing/graphs-view";
import { testProfileView } from "../testing/profile-view";

function show(more: Partial<ProfileView>, isLoading = false) {
  const view = testProfileView(more);
  return drawnPage(
    <>
      <SmallGraphs view={view} isLoading={isLoading} />
      <LargeGraphs view={view} isLoading={isLoading} />
    </>,
  );
}

function withRth(line: Partial<GraphLine>): ProfileView["graphs"] {
  return { state: "data", data: testRthLine(line) };
}

const UNCHANGED = { state: "data", data: testGraphsView() } as const;

type Graph = ReturnType<typeof regionOf>;

const pictureOf = (graph: Graph) => graph.querySelector("[role=img]");
const findingOf = (graph: Graph) =>
  textOf(graph.querySelector(".graph-finding"));
const linksOf = (graph: Graph) => Object.keys(hrefsOf(graph));

/** 10 of 50 in each month, but for one. */
const ONE_HIGH = Array.from({ length: 18 }, (_, index) =>
  index === 6 ? 50 : 20,
);

describe("the graphs of a profile", () => {
  test("are five, with their titles, a sentence and a named picture each", async () => {
    const page = await show({ graphs: UNCHANGED });
    expect(textsOf(page, "h2")).toEqual([
      "30 Day RTH",
      "30 Day OP Ed Visits",
      "Hosp/1000 Days of Care",
      "ED/1000 Days of Care",
      "ADM/1000 LT Pt. Months",
    ]);
    const rth = regionOf(page, "30 Day RTH");
    expect(findingOf(rth)).toBe(
      "20.00% to March. Mean 20.00%. Nothing unusual.",
    );
    // The rest stands behind the table's link.
    expect(hrefsOf(rth)["Data table 30 Day RTH"]).toBe(
      "/region-profile/2?graph=rth_30#panel",
    );
    expect(pictureOf(rth)?.getAttribute("aria-label")).toBe(
      "30 Day RTH control chart, Rolling 12 month",
    );
  });

  test("lead from rolling to the months that are unusual, and say once why", async () => {
    const { data } = UNCHANGED;
    const unusual = { ...data.unusual, rth_30: 2, ed_1000: 1 };
    const page = await show({
      graphs: { state: "data", data: { ...data, unusual } },
    });
    const rth = regionOf(page, "30 Day RTH");
    expect(hrefsOf(rth)["2 unusual months: show by month"]).toMatch(
      /^\/region-profile\/2\?mom=rth_30#/,
    );
    expect(findingOf(rth)).toBe("20.00% to March. Mean 20.00%.");
    expect(linksOf(regionOf(page, "ED/1000 Days of Care"))).toContain(
      "1 unusual month: show by month",
    );
    expect(linksOf(regionOf(page, "30 Day OP Ed Visits")).join()).not.toContain(
      "unusual",
    );
    expect(textOf(page.body).match(/choose Month over month/g)).toHaveLength(1);
  });

  test("judge patterns month over month, and offer no way there any more", async () => {
    const rates = Array.from({ length: 18 }, (_, index) =>
      index < 9 ? 18 : 22,
    );
    const line = testRthLine({ rates });
    const unusual = { ...line.unusual, rth_30: 18 };
    const page = await show({
      monthly: ["rth_30"],
      graphs: { state: "data", data: { ...line, unusual } },
    });
    const rth = regionOf(page, "30 Day RTH");
    expect(linksOf(rth).join()).not.toContain("unusual");
    expect(findingOf(rth)).toBe(
      "22.00% in March. Mean 20.00%. 18 unusual months.",
    );
    expect(all(rth, "[role=img] .word").map(textOf)).toEqual([
      "Shift",
      "Shift",
    ]);
  });

  test("leave a gap where a month has nothing to divide by", async () => {
    const rates = ONE_HIGH.map((rate, index) => (index === 2 ? null : rate));
    const denominators = rates.map((rate) => (rate === null ? 0 : 50));
    const page = await show({ graphs: withRth({ rates, denominators }) });
    const line = regionOf(page, "30 Day RTH").querySelector("[role=img] .line");
    expect(line?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
  });

  test("have a sentence and no picture where no month has a rate", async () => {
    const nothing = Array.from({ length: 18 }, () => null);
    const page = await show({
      graphs: withRth({ rates: nothing, denominators: nothing }),
    });
    const rth = regionOf(page, "30 Day RTH");
    expect(findingOf(rth)).toContain("The 18 months have no rate to show");
    expect(pictureOf(rth)).toBeNull();
  });
});

describe("events on the graphs of a page", () => {
  const event = (day: IsoDay, text: string, measures: readonly GraphTag[]) => ({
    ...{ day, text, measures, place: null },
  });
  const ALL = RATE_MEASURES.map(({ graph }) => graph);
  const list = (page: PageDocument, name: string) =>
    textsOf(page, `#figure-${name} .graph-events li`);

  test("stand under the graphs of their measures alone", async () => {
    const page = await showEvents([
      event("2025-05-02", "Night calls", ["rth_30"]),
      event("2025-06-02", "New doctor", ALL),
    ]);
    expect(list(page, "rth_30")).toEqual([
      "1 05/02/2025: Night calls",
      "2 06/02/2025: New doctor",
    ]);
    expect(list(page, "ed_30")).toEqual(["1 06/02/2025: New doctor"]);
  });

  test("are the newest three, after the numbers of those that the table tells", async () => {
    const five = [1, 2, 3, 4, 5].map((month) =>
      event(`2025-0${month}-02`, `Event of month ${month}`, ALL),
    );
    const page = await showEvents(five);
    for (const graph of ALL) {
      expect(list(page, graph)).toEqual([
        "1–2 Earlier: in the data table",
        "3 03/02/2025: Event of month 3",
        "4 04/02/2025: Event of month 4",
        "5 05/02/2025: Event of month 5",
      ]);
    }
    const ofFour = await showEvents(five.slice(0, 4));
    expect(list(ofFour, "rth_30")[0]).toBe("1 Earlier: in the data table");
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
  const notes = async (more: Partial<ProfileView>) =>
    textOf(
      (await show({ graphs: UNCHANGED, ...more })).getElementById(
        "graph-notes",
      ),
    );

  test("say which months are shown, where other dates were chosen", async () => {
    const words = "The graphs show the 18 months up to To Date.";
    expect(await notes({ isDefaultRange: false })).toContain(words);
    expect(await notes({})).not.toContain(words);
  });

  test("say which days rolling points cover, and month over month that the newest is not complete", async () => {
    const rolling = await notes({
      monthly: ["rth_30"],
    });
    expect(rolling).toMatch(
      /choose Month over month\. The newest rolling point covers/,
    );
    expect(rolling).not.toContain("not complete");
    expect(
      await notes({
        monthly: ["rth_30", "ed_30", "hosp_1000", "ed_1000", "adm_1000"],
      }),
    ).toBe("The newest month is not complete.");
  });
});

describe("the toggle of a graph", () => {
  test("is two links of which one is current, and changes that graph alone", async () => {
    const page = await show({ monthly: ["ed_30"], graphs: UNCHANGED });
    const [rolling, monthly] = all(
      regionOf(page, "30 Day RTH"),
      ".graph-toggle li a",
    );
    expect(rolling?.getAttribute("aria-current")).toBe("true");
    expect(monthly?.getAttribute("aria-current")).toBeNull();
    expect(monthly?.getAttribute("href")).toMatch(
      /^\/region-profile\/2\?mom=rth_30,ed_30#/,
    );
    const [back] = all(
      regionOf(page, "30 Day OP Ed Visits"),
      ".graph-toggle li a",
    );
    expect(textOf(back)).toMatch(/^Rolling 12 month/);
    expect(back?.getAttribute("href")).toMatch(/^\/region-profile\/2#/);
  });

  test("stands beside a link that opens the graph in full", async () => {
    const page = await show({ graphs: UNCHANGED });
    const [link] = all(page, "#open-graph-adm_1000");
    expect(link?.getAttribute("aria-label")).toBe(
      "Full screen ADM/1000 LT Pt. Months",
    );
    expect(link?.getAttribute("href")).toBe(
      "/region-profile/2?graph=adm_1000#panel",
    );
  });
});

test("graphs are skeletons while a search by script runs", async () => {
  const page = await show({ graphs: UNCHANGED }, true);
  // The page says once that it loads.
  expect(textOf(page.body)).not.toContain("Loading");
  expect(all(page, ".bg-hairline").length).toBeGreaterThan(5);
  expect(page.querySelector("[role=img]")).toBeNull();
});
