import { describe, expect, test } from "vitest";
import type { IsoDay } from "~/domain/calendar";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { all, textOf, textsOf } from "../../../../tests/pages/support/document";
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

const TWO_UNUSUAL = {
  latest: "Latest month: within limits.",
  unusual: "2 of 18 months were unusual.",
  hasUnusual: true,
};

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
      "Latest month: within limits. 0 of 18 months were unusual.",
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
    const verdicts = { ...data.verdicts, rth_30: TWO_UNUSUAL };
    const page = await show({
      graphs: { state: "data", data: { ...data, verdicts } },
    });
    const rth = regionOf(page, "30 Day RTH");
    expect(hrefsOf(rth)["2 of 18 months were unusual."]).toMatch(
      /^\/region-profile\/2\?mom=rth_30#/,
    );
    expect(findingOf(rth)).toBe(
      "Latest month: within limits. 2 of 18 months were unusual.",
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
    const verdicts = { ...line.verdicts, rth_30: TWO_UNUSUAL };
    const page = await show({
      monthly: ["rth_30"],
      graphs: { state: "data", data: { ...line, verdicts } },
    });
    const rth = regionOf(page, "30 Day RTH");
    expect(linksOf(rth).join()).not.toContain("unusual");
    expect(findingOf(rth)).toContain("2 of 18 months were unusual.");
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

  test("have no picture where no month has a rate", async () => {
    const nothing = Array.from({ length: 18 }, () => null);
    const page = await show({
      graphs: withRth({ rates: nothing, denominators: nothing }),
    });
    const rth = regionOf(page, "30 Day RTH");
    expect(pictureOf(rth)).toBeNull();
  });
});

describe("events on the graphs of a page", () => {
  const event = (day: IsoDay, text: string, measures: readonly GraphTag[]) => ({
    ...{ day, text, measures, place: null },
  });
  const ALL = RATE_MEASURES.map(({ graph }) => graph);

  test("have one number each, on the graphs of their measures and in the one legend", async () => {
    const page = await showEvents([
      event("2025-05-02", "Night calls", ["rth_30"]),
      event("2025-11-02", "New doctor", ALL),
    ]);
    expect(textsOf(page, ".graph-events li")).toEqual([
      "1 05/02/2025: Night calls",
      "2 11/02/2025: New doctor",
    ]);
    const numbersOn = (title: string) =>
      textsOf(page, `[aria-label^="${title} control chart"] .events text`);
    expect(numbersOn("30 Day RTH")).toEqual(["1", "2"]);
    expect(numbersOn("30 Day OP Ed Visits")).toEqual(["2"]);
  });

  test("are two clicks away from the form for those who may write", async () => {
    const notesHref = "/events/region/2";
    const linkOn = async (mayAddEvents: boolean) => {
      const page = await show({ graphs: UNCHANGED, notesHref, mayAddEvents });
      return hrefsOf(regionOf(page, "30 Day RTH"))["Add event 30 Day RTH"];
    };
    expect(await linkOn(true)).toBe(
      "/events/region/2?graph=rth_30#event-heading",
    );
    expect(await linkOn(false)).toBeUndefined();
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

  test("say what band and marks mean", async () => {
    expect(await notes({})).toMatch(/^How to read these charts/);
  });

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
      /choose Month over month\.\s*The latest point covers/,
    );
    expect(rolling).not.toContain("not complete");
    expect(
      await notes({
        monthly: ["rth_30", "ed_30", "hosp_1000", "ed_1000", "adm_1000"],
      }),
    ).toContain("The newest month is not complete.");
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
