import { describe, expect, test } from "vitest";
import { readingCells } from "./cells";
import { graphs } from "./graphs";

const line = { rolling: [20, 21], mom: [19, null] };

function answer(more: object = {}) {
  return {
    short_stays: { rth_30: line, ed_30: line, admission_events: line },
    long_stays: {
      hosp_1000: line,
      ed_1000: line,
      adm_1000: line,
      inpatient_events: line,
      outpatient_events: line,
      period_doc: line,
    },
    months: [11, 12],
    years: [2025, 2025],
    ...more,
  };
}

function fits(more: object): boolean {
  return graphs.safeParse(answer(more)).success;
}

test.each([[[1, 12]], [["Jan", "Sept."]], [["Août", "9月"]], [["P1", "P 2"]]])(
  "months may be %j",
  (value) => {
    expect(fits({ months: value })).toBe(true);
  },
);

test("years may be texts", () => {
  expect(graphs.parse(answer({ years: ["2025", 2026] })).years).toEqual([
    2025, 2026,
  ]);
  expect(fits({ years: [null, 2026] })).toBe(false);
});

test.each([
  [[0, 1]],
  [[12, 13]],
  [["Jan", ""]],
  [["Jan", "<img src=x onerror=alert(1)>"]],
  [["Jan & Feb", "Mar"]],
  [["Jan", "a month with a very long name"]],
  [[12]],
  [[10, 11, 12]],
])("months cannot be %j", (value) => {
  expect(fits({ months: value })).toBe(false);
});

describe("a line", () => {
  const { short_stays } = answer();
  const read = (more: object) => {
    const found = readingCells(() => graphs.parse(answer(more)));
    return { ...found.read, unread: found.unread };
  };

  test("may have no points", () => {
    const ed_30 = { rolling: [], mom: [] };
    const got = read({ short_stays: { ...short_stays, ed_30 } });
    expect([got.short_stays.ed_30, got.unread]).toEqual([ed_30, []]);
  });

  test.each<[string, unknown, object, string[]]>([
    [
      "that is not of the months is left out alone",
      { rolling: [1], mom: [2, 3] },
      { rolling: [], mom: [2, 3] },
      ["short_stays.ed_30.rolling"],
    ],
    [
      "that is missing is left out",
      { rolling: [1, 2] },
      { rolling: [1, 2], mom: [] },
      ["short_stays.ed_30.mom"],
    ],
    [
      "that nobody can read is left out",
      "none",
      { rolling: [], mom: [] },
      ["short_stays.ed_30"],
    ],
    [
      "keeps the points beside one that nobody can read",
      { rolling: ["20.5", "n/a"], mom: [19, null] },
      { rolling: [20.5, null], mom: [19, null] },
      ["short_stays.ed_30.rolling.1"],
    ],
  ])("%s", (_, ed_30, kept, unread) => {
    const got = read({ short_stays: { ...short_stays, ed_30 } });
    expect(got.short_stays).toEqual({ ...short_stays, ed_30: kept });
    expect(got.unread).toEqual(unread);
  });

  test("of counts is left out alone as well", () => {
    const known = { patient_count: [1, 2], days_of_care: [3, 4] };
    const got = read({ general: { ...known, snf_adm: [1, 2, 3] } });
    expect(got.general).toEqual({ ...known, snf_adm: [] });
    expect(got.unread).toEqual(["general.snf_adm"]);
  });
});

describe("the events of rare measures", () => {
  const good = { days: ["2025-11-02", "2025-12-30"], counted: [-3, 40.5] };
  const eventsIn = (events: unknown) => {
    const found = readingCells(() => graphs.parse(answer({ events })));
    return [found.read.events, found.unread];
  };

  test("may be there or not", () => {
    expect(eventsIn({ ed_30: good })).toEqual([{ ed_30: good }, []]);
    expect(eventsIn(null)).toEqual([null, []]);
    expect(graphs.parse(answer()).events ?? null).toBeNull();
  });

  test.each([
    [{ days: ["2025-11-02"], counted: [1, 2] }],
    [{ days: ["2025-11-02", "2025-12-30"], counted: [2, 1] }],
    [{ days: ["11/02/2025"], counted: [1] }],
    ["none"],
  ])("that cannot be read are left out alone: %j", (ed_30) => {
    const [read, unread] = eventsIn({ rth_30: good, ed_30 });
    expect(read).toEqual({ rth_30: good, ed_30: null });
    expect(unread).toHaveLength(1);
  });

  test("that are nothing of the kind leave the graphs as they are", () => {
    expect(eventsIn("none")[0]).toBeNull();
  });
});
