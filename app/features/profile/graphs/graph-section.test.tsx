import { describe, expect, test } from "vitest";
import { all, textOf } from "../../../../tests/pages/support/document";
import {
  drawnPage,
  hrefsOf,
  regionOf,
} from "../../../../tests/pages/support/drawn-page";
import { LargeGraphs, SmallGraphs } from "./graph-section";
import type { ProfileView } from "../profile-view";
import { testRthLine, testGraphsView } from "../testing/graphs-view";
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

const UNCHANGED = { state: "data", data: testGraphsView() } as const;

type Graph = ReturnType<typeof regionOf>;

const findingOf = (graph: Graph) =>
  textOf(graph.querySelector(".graph-finding"));
const linksOf = (graph: Graph) => Object.keys(hrefsOf(graph));

const SAID = {
  latest: "Latest month: within limits.",
  unusual: "2 of 18 months were unusual.",
  hasUnusual: true,
};
const TWO_UNUSUAL = { rolling: SAID, mom: SAID };

describe("the graphs of a profile", () => {
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
});

describe("events on the graphs of a page", () => {
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
