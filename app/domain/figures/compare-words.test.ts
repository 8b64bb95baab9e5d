import { describe, expect, test } from "vitest";
import {
  betweenSentence,
  comparedName,
  meanSentence,
  standOutSentence,
} from "./compare-words";
import type { FunnelVerdict } from "./funnel";
import { measureOf } from "../testing/chart-story";

const RTH = measureOf("rth");

function points(...all: [name: string | null, verdict: FunnelVerdict][]) {
  return all.map(([name, verdict], id) => ({
    child: { id: id + 1, name },
    verdict,
  }));
}

function many(count: number, verdict: FunnelVerdict) {
  return points(
    ...Array.from({ length: count }, (_, index): [string, FunnelVerdict] => [
      `House ${index + 1}`,
      verdict,
    ]),
  );
}

test("the stays without a physician have their own words", () => {
  expect(comparedName("physician", { id: 0, name: null })).toBe(
    "Patients without primary care physician",
  );
  expect(comparedName("division", { id: 0, name: "North" })).toBe("North");
  expect(comparedName("region", { id: 4, name: " " })).toBe("Unknown");
});

describe("the sentence on who stands out", () => {
  const say = (all: ReturnType<typeof points>) =>
    standOutSentence(RTH, "facility", all);

  test("names those above and those below, and says what the others are", () => {
    expect(
      say(
        points(
          ["Maple Court", "above"],
          ["Elm House", "above"],
          ["Oak House", "within"],
          ["Ash House", "within"],
          ["Fir House", "below"],
          ["Bay House", "below"],
          ["Yew House", "too-few"],
        ),
      ),
    ).toBe(
      "Maple Court and Elm House are above the upper limit. Bay House and Fir House are below the lower limit. The other 2 are within their limits.",
    );
  });

  test("says that nobody does", () => {
    expect(say(many(12, "within"))).toBe("All 12 are within their limits.");
  });

  test("speaks of one as of one", () => {
    expect(say(points(["Elm", "above"], ["Oak", "within"]))).toBe(
      "Elm is above the upper limit. The other one is within its limits.",
    );
    expect(say(points(["Elm", "within"], ["Oak", "too-few"]))).toBe(
      "Only one can be judged. It is within its limits.",
    );
  });

  test("says so where nobody can be judged", () => {
    expect(say(points(["Elm", "too-few"], ["Oak", "unknown"]))).toBe(
      "None has enough admissions from hospital to be judged.",
    );
    expect(standOutSentence(measureOf("h_1000"), "facility", [])).toBe(
      "None has enough long-term patient months to be judged.",
    );
  });

  test("counts those whom it does not name", () => {
    expect(say(many(8, "above"))).toBe(
      "House 1, House 2, House 3, House 4, House 5, House 6 and 2 more are above the upper limit.",
    );
  });

  test("keeps names apart that have commas of their own", () => {
    expect(
      standOutSentence(
        RTH,
        "physician",
        points(["Gray, Gina", "above"], ["Stone, Sam", "above"]),
      ),
    ).toContain("Gray, Gina and Stone, Sam are");
    expect(
      standOutSentence(
        RTH,
        "physician",
        points(["A, A", "above"], ["B, B", "above"], ["C, C", "above"]),
      ),
    ).toContain("A, A; B, B and C, C are");
  });
});

describe("the sentence on the mean", () => {
  test("says that there is none over nothing", () => {
    expect(meanSentence(RTH, { centre: null, events: 0, denominator: 0 })).toBe(
      "No mean: there were no admissions from hospital.",
    );
  });
});

test("usual differences are told with their standard deviation, and only where there are any", () => {
  expect(betweenSentence(RTH, "facility", { between: 0 })).toBeNull();
  expect(betweenSentence(RTH, "facility", { between: 2.345 })).toBe(
    "The facilities differ by more than chance (standard deviation 2.35 points). The limits allow for that.",
  );
  expect(
    betweenSentence(measureOf("adm_1000"), "physician", { between: 0.5 }),
  ).toContain("0.50 per 1,000");
});
