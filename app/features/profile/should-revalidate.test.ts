import { describe, expect, it } from "vitest";
import { needsNewData, shouldRevalidate } from "./should-revalidate";

const PAGE = "http://portal.test/region-profile/11";

function ask(from: string, to: string): boolean {
  return needsNewData(new URL(from, PAGE), new URL(to, PAGE));
}

describe("new data", () => {
  it.each([
    ["opening the inspector", "", "?inspect=rth"],
    ["another figure in the inspector", "?inspect=rth", "?inspect=ed"],
    ["closing the inspector", "?inspect=rth", "?"],
    ["closing the quality score", "?modal=quality", ""],
    ["opening the comparison, which asks for itself", "", "?compare=rth"],
    ["another comparison", "?compare=rth", "?compare=ed"],
    ["closing the comparison", "?sort=name&compare=rth", "?sort=name"],
    ["the inspector in place of the score", "?modal=quality", "?inspect=ed"],
    ["a graph's other mode", "", "?mom=rth_30"],
    ["an open graph's other mode", "?graph=ed_30", "?graph=ed_30&mom=ed_30"],
    [
      "more months of a graph, which asks for them itself",
      "?graph=ed_30",
      "?graph=ed_30&months=36",
    ],
    ["another graph", "?graph=rth_30", "?graph=ed_30"],
    ["a sort", "?sort=name", "?sort=name&dir=desc"],
    ["a frailty filter", "?isnp=true", "?isnp=true&frailty=high"],
    ["a sort under the quality score", "?modal=quality", "?modal=quality&mom="],
    [
      "the same filters as a form writes them",
      "?startDate=2026-01-01&isnp=true",
      "?isnp=true&inspect=rth&startDate=2026-01-01",
    ],
    [
      "a comma that is written in another way",
      "?mom=rth_30,ed_30",
      "?mom=rth_30%2Ced_30&inspect=rth",
    ],
  ])("is not needed for %s", (_, from, to) => {
    expect(ask(from, to)).toBe(false);
  });

  it.each([
    ["opening the quality score", "", "?modal=quality"],
    ["opening a graph", "?isnp=true", "?isnp=true&graph=rth_30"],
    ["a graph in place of the inspector", "?inspect=rth", "?graph=rth_30"],
    ["a graph with more months", "?months=36", "?months=36&graph=ed_30"],
    [
      "what stood behind the inspector",
      "?inspect=rth&modal=quality",
      "?modal=quality",
    ],
    ["other filters", "", "?isnp=true"],
    [
      "other filters under an open panel",
      "?inspect=rth",
      "?inspect=rth&isnp=true",
    ],
    ["a filter that goes with the panel", "?inspect=rth&isnp=true", ""],
    ["a filter that comes with a sort", "?sort=name", "?isnp=true"],
    ["another page", "", "/region-profile/12"],
    ["another page with a panel", "", "/region-profile/12?inspect=rth"],
    ["the same page once more", "?isnp=true", "?isnp=true"],
    [
      "the same panel once more",
      "?graph=rth_30&isnp=true",
      "?isnp=true&graph=rth_30",
    ],
    [
      "a parameter given twice",
      "?isnp=true",
      "?isnp=true&isnp=true&inspect=rth",
    ],
  ])("is needed for %s", (_, from, to) => {
    expect(ask(from, to)).toBe(true);
  });
});

function step(from: string, to: string, formMethod?: "GET" | "POST") {
  return {
    currentUrl: new URL(from, PAGE),
    nextUrl: new URL(to, PAGE),
    currentParams: {},
    nextParams: {},
    ...(formMethod && { formMethod }),
    defaultShouldRevalidate: true,
  };
}

describe("a step by script", () => {
  it("does not load for a panel, by a link or by a form that only asks", () => {
    expect(shouldRevalidate(step("", "?inspect=rth"))).toBe(false);
    expect(shouldRevalidate(step("", "?inspect=rth", "GET"))).toBe(false);
  });

  it("loads after a form that changes something, whatever the address says", () => {
    expect(shouldRevalidate(step("", "?inspect=rth", "POST"))).toBe(true);
  });

  it("leaves everything else to the router", () => {
    expect(shouldRevalidate(step("", "?isnp=true"))).toBe(true);
  });
});
