import { expect, test } from "vitest";
import { EMPTY_METRICS, type OverviewMetrics } from "~/domain/figures/metrics";
import type { CmsMeasures } from "~server/cms-measures/service";
import type { ProfileView } from "../profile-view";
import { cmsView } from "./cms-view";

const METRICS: OverviewMetrics = {
  ...EMPTY_METRICS,
  short_stays: {
    rth: { count: 12, rate: 24 },
    ed: { count: 3, rate: 6 },
    ach_adm: 50,
  },
  long_stays: {
    h_1000: { count: 2, rate: 4 },
    ed_1000: { count: 0, rate: null },
    adm_1000: { count: 0, rate: 0 },
    pd_lt_doc: 500,
  },
};

const SOURCE = {
  metrics: { state: "data", data: METRICS } as ProfileView["metrics"],
  filters: {
    startDate: "2025-07-01",
    endDate: "2026-06-30",
    isnp: false,
  } as ProfileView["filters"],
  through: "",
};

const SCORE: CmsMeasures["measures"][number] = {
  measure: 521,
  adjusted: 21.5,
  observed: 0,
  expected: 26.126,
  footnote: null,
  period_from: "2024-10-01",
  period_to: "2025-09-30",
  state_average: 23.1,
  nation_average: null,
};

function viewOf(
  score: Partial<CmsMeasures["measures"][number]>,
  source: Partial<typeof SOURCE> = {},
) {
  const data = {
    state: "NY",
    averages_on: "2026-04-01",
    measures: [{ ...SCORE, ...score }],
  };
  const { rows, notes, method, averages } = cmsView(data, {
    ...SOURCE,
    ...source,
  });
  return { cells: rows[0]?.cells, notes, method, averages };
}

test("a measure stands beside the page's own rate, with both periods and no difference", () => {
  expect(viewOf({})).toEqual({
    cells: [
      "21.50%",
      "0.00%",
      "26.13%",
      "10/01/2024–09/30/2025",
      "23.10%",
      "Unknown",
      "24.00%",
      "07/01/2025–06/30/2026",
    ],
    averages: {
      rth: expect.stringContaining("the average is 23.10% for NY."),
    },
    notes: [],
    method: expect.arrayContaining([
      "Averages: CMS file of 04/01/2026, which gives no period.",
    ]),
  });
});

test("a small number of the page has its mark", () => {
  const { cells, notes } = viewOf({ measure: 551 });
  expect(cells?.[6]).toBe("* 4.00");
  expect(notes.at(-1)).toMatch(/^\* Small number/);
});

test.each(["empty", "late", "error"])(
  "where the overview is %s, the page's rate is unknown",
  (state) => {
    const metrics = { state } as ProfileView["metrics"];
    expect(viewOf({}, { metrics }).cells?.[6]).toBe("Unknown");
  },
);

test("the period of the page says that ISNP patients alone count", () => {
  const filters = { ...SOURCE.filters, isnp: true };
  expect(viewOf({}, { filters }).cells?.[7]).toContain("ISNP Patients Only");
});
