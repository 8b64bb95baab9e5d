import { describe, expect, test } from "vitest";
import { graphsAsked } from "./graph-modes";
import { monthsGiven } from "~/features/profile/graphs/long-graph-words";

const asked = (query: string) => graphsAsked(new URLSearchParams(query));

describe("a URL", () => {
  test("without a word of its graphs wants them as they usually are", () => {
    expect(asked("sort=name")).toEqual({
      monthly: [],
      hasLongGraph: false,
    });
  });

  test("wants what it names", () => {
    expect(asked("months=36&mom=ed_30,rth_30,x")).toEqual({
      monthly: ["rth_30", "ed_30"],
      hasLongGraph: true,
    });
  });

  test.each([
    "months=18",
    "months=7",
    "months=",
    "months",
    "months=36&months=36",
    "months=36&months=18",
    "months=&months=36",
    "months=36,36",
    "months=+36",
    "months=36.0",
    "Months=36",
  ])("with %s wants 18 months", (query) => {
    expect(asked(query).hasLongGraph).toBe(false);
  });
});

test.each([
  [1, "This data host gives 1 month."],
  [18, "This data host gives 18 months."],
  [35, "This data host gives 35 months."],
  [36, "These are 36 months, as you asked."],
])("of %i months it is said how many there are", (months, words) => {
  expect(monthsGiven(months)).toBe(words);
});
