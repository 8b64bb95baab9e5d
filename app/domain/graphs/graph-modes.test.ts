import { describe, expect, test } from "vitest";
import { graphsAsked } from "./graph-modes";

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
