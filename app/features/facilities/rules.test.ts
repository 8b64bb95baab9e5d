import { readSort } from "~/domain/lists/list-page";
import { describe, expect, it } from "vitest";
import {
  absenceOf,
  FACILITIES_COLUMNS,
  judgeFacilities,
  sortJudged,
  type Facility,
} from "./rules";

const NOTHING = {
  ...{ ach_adm: 0, settled_adm: 0, pd_lt_doc: 0, rth: 0, ed: 0 },
  ...{ h_events: 0, ed_events: 0, adm_events: 0, snf_adm: 0, days_of_care: 0 },
};

function facility(
  id: number,
  totals: Partial<typeof NOTHING> | null,
  more: Partial<Facility> = {},
): Facility {
  return {
    id,
    name: `House ${id}`,
    region: "Coast",
    totals: totals && {
      ...NOTHING,
      ach_adm: totals.settled_adm ?? 0,
      ...totals,
    },
    score: null,
    in_house: 50,
    overdue: 0,
    targets: {},
    ...more,
  };
}

const usual = { settled_adm: 100, ed: 10, pd_lt_doc: 10_000 };

const ALL = [
  facility(1, { ...usual, rth: 22, h_events: 20 }),
  facility(2, { ...usual, rth: 24, h_events: 20 }),
  facility(3, { ...usual, rth: 70, h_events: 21 }, { region: "Hills" }),
  facility(4, { ...usual, rth: 20, h_events: 90 }, { overdue: 7 }),
  facility(5, { settled_adm: 4, rth: 4 }, { in_house: null, overdue: null }),
  facility(6, null),
  facility(7, {}),
  facility(8, { settled_adm: 0, ach_adm: 9 }),
];

function order(sort?: string) {
  const judged = judgeFacilities(ALL).facilities;
  const search = new URLSearchParams(sort);
  return sortJudged(judged, readSort(search, FACILITIES_COLUMNS)).map(
    ({ id }) => id,
  );
}

describe("facilities", () => {
  it("are judged by each rate at their own size, small ones not", () => {
    const [, , third, fourth, small, unknown] = judgeFacilities(ALL).facilities;
    expect(third?.rates.rth.verdict).toBe("above");
    expect(third?.rates.h_1000.verdict).toBe("within");
    expect(fourth?.rates.h_1000.verdict).toBe("above");
    expect(small?.rates.rth).toMatchObject({ rate: 100, verdict: "too-few" });
    expect(unknown?.rates.rth).toMatchObject({
      rate: null,
      verdict: "unknown",
    });
  });

  it("stand with the most rates above their limit first, then by returns, those that are too few after them", () => {
    expect(order()).toEqual([3, 4, 2, 1, 5, 7, 8, 6]);
  });

  it("are sorted by every column, unknown ones last", () => {
    expect(order("sort=rth&dir=desc")).toEqual([5, 3, 2, 1, 4, 6, 7, 8]);
    expect(order("sort=overdue&dir=desc").slice(0, 1)).toEqual([4]);
    expect(order("sort=region&dir=desc")[0]).toBe(3);
    expect(order("sort=in_house").at(-1)).toBe(5);
    for (const column of FACILITIES_COLUMNS) {
      expect(order(`sort=${column}`)).toHaveLength(ALL.length);
    }
    expect(order("sort=nothing")).toEqual(order());
  });

  it("say why they have no rate", () => {
    const why = (chart: "p" | "u") =>
      ALL.slice(5).map((one) => absenceOf({ chart }, one));
    expect(why("p")).toEqual(["unknown", "nothing", "not-yet"]);
    expect(why("u")).toEqual(["unknown", "nothing", "nothing"]);
  });
});
