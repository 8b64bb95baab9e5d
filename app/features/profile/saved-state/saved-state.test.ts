import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  missingFrom,
  pageThings,
  parseSavedState,
  savedStateText,
  stateAfter,
  type SavedState,
} from "./keep-state";

const MARK = "m1";

const FULL: SavedState = {
  filters: { startDate: "2026-01-01", endDate: "2026-02-01", isnp: true },
  monthly: ["rth_30", "ed_1000"],
  frailty: "high",
  sorts: {
    division: { column: "patient_count", direction: "desc" },
    patient: { column: "days_care", direction: "asc" },
  },
};

function parse(value: object, mark = MARK): SavedState {
  return parseSavedState(JSON.stringify({ mark: MARK, ...value }), mark);
}

describe("the text of the local storage", () => {
  it("is read as it was written", () => {
    expect(parseSavedState(savedStateText(FULL, MARK), MARK)).toEqual(FULL);
  });

  it("is not there where there is nothing to keep", () => {
    const nothing: SavedState = { filters: {}, monthly: [], sorts: {} };
    expect(savedStateText(nothing, MARK)).toBeNull();
    expect(savedStateText({ frailty: "all" }, MARK)).toBeNull();
  });

  it("of another session counts as nothing", () => {
    expect(parseSavedState(savedStateText(FULL, "m2"), MARK)).toEqual({});
    expect(parseSavedState(JSON.stringify(FULL), MARK)).toEqual({});
  });

  it("holds nothing but what is named here", () => {
    const odd = parse({
      filters: { isnp: true, "facility-id": 7, patient: "Canary" },
      sorts: { company: { column: "name" }, __proto__: { column: "name" } },
      npi: 1000000001,
    });
    expect(odd).toEqual({ filters: { isnp: true } });
  });

  it.each<[string, object]>([
    ["a day that is none", { startDate: "2026-02-30", endDate: "2026-03-01" }],
    ["half a range", { startDate: "2026-02-01" }],
    [
      "a range that ends before it starts",
      { startDate: "2026-02-02", endDate: "2026-02-01" },
    ],
    [
      "days that are no texts",
      { startDate: 20260201, endDate: ["2026-02-01"] },
    ],
    ["an ISNP choice that is the default", { isnp: false }],
    ["an ISNP choice in other words", { isnp: "true" }],
  ])("leaves out %s", (_, filters) => {
    expect(parse({ filters })).toEqual({});
  });

  it("leaves out graphs, bands, columns and directions that there are not", () => {
    expect(
      parse({
        monthly: "rth_30,canary",
        frailty: "canary",
        sorts: {
          division: { column: "canary", direction: "asc" },
          region: { column: "name", direction: "canary" },
          physician: { column: "frailty", direction: "asc" },
        },
      }),
    ).toEqual({
      monthly: ["rth_30"],
      sorts: { region: { column: "name", direction: "asc" } },
    });
  });

  it("never throws, whatever somebody put there", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.anything().map(
        (value) =>
          JSON.stringify({
            mark: MARK,
            filters: value,
            sorts: value,
            monthly: value,
            frailty: value,
          }) ?? "",
      ),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const state = parseSavedState(text, MARK);
        const written = savedStateText(state, MARK);
        expect(parseSavedState(written, MARK)).toEqual(state);
      }),
    );
    expect(parseSavedState(null, MARK)).toEqual({});
    expect(
      parseSavedState(`{"mark":"${MARK}","x":"${"y".repeat(9_000)}"}`, MARK),
    ).toEqual({});
  });
});

describe("what a page that is entered lacks", () => {
  it("is what is saved and its URL does not name", () => {
    expect(missingFrom(FULL, { monthly: ["ed_30"] }, "division")).toEqual({
      filters: FULL.filters,
      sort: { column: "patient_count", direction: "desc" },
    });
  });

  it("has no part of the filters where the URL names one of them", () => {
    expect(missingFrom(FULL, { filters: {} }, "region")).toEqual({
      monthly: FULL.monthly,
    });
  });

  it("has a frailty filter and a sort only where the list is of that kind", () => {
    expect(missingFrom(FULL, {}, "patient")).toMatchObject({
      frailty: "high",
      sort: { column: "days_care" },
    });
    expect(Object.keys(missingFrom(FULL, {}, "facility"))).toEqual([
      "filters",
      "monthly",
    ]);
  });

  it("is nothing where nothing is saved", () => {
    expect(missingFrom({}, {}, "patient")).toEqual({});
  });
});

describe("the saved state after a page", () => {
  it("keeps what the page names and what other lists were sorted by", () => {
    const sort = { column: "name", direction: "asc" } as const;
    expect(
      stateAfter(FULL, { filters: { isnp: true }, sort }, "region", []),
    ).toEqual({
      ...FULL,
      filters: { isnp: true },
      sorts: { ...FULL.sorts, region: sort },
    });
  });

  it("forgets what is gone, and only that", () => {
    expect(stateAfter(FULL, {}, "division", ["monthly", "sort"])).toEqual({
      filters: FULL.filters,
      frailty: "high",
      sorts: { patient: FULL.sorts?.patient },
    });
  });

  it("keeps what is named over what is gone", () => {
    const after = stateAfter(
      FULL,
      { monthly: ["ed_30"] },
      "division",
      pageThings("division"),
    );
    expect(after).toEqual({
      monthly: ["ed_30"],
      frailty: "high",
      sorts: { patient: FULL.sorts?.patient },
    });
  });

  it("is empty where a page that names the defaults alone has all things", () => {
    const after = stateAfter(
      { ...FULL, sorts: { patient: { column: "name", direction: "asc" } } },
      { filters: {} },
      "patient",
      pageThings("patient"),
    );
    expect(savedStateText(after, MARK)).toBeNull();
  });
});
