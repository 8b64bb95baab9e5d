import { describe, expect, it } from "vitest";
import { readingCells, UNREAD } from "./cells";
import { getMedicalStaff } from "./medicalstaff";
import { getMetrics } from "./metrics";
import { getPatientSummary } from "./summary";

const PATIENT = {
  id: 1,
  first_name: "Ada",
  last_name: "Park",
  admission_date: "2026-01-31",
  discharge_date: null,
  days_care: 3,
  frailty_score: 4,
  hospital_transfers: 0,
  hospital_visits: 0,
  short_stay_ed_visits: 0,
  long_stay_ed_visits: 0,
};

/** The rows as the portal has them, and what it could not read. */
function readPatients(...rows: object[]) {
  const { read, unread } = readingCells(() =>
    getPatientSummary.answer.parse({
      data: rows.map((row) => ({ ...PATIENT, ...row })),
    }),
  );
  return { rows: read.data, unread };
}

describe("a patient's row", () => {
  it.each<[string, object, object]>([
    [
      "a day as the dashboard document writes it",
      { admission_date: "31/01/2026", discharge_date: "04/02/2026" },
      { admission_date: "2026-01-31", discharge_date: "2026-02-04" },
    ],
    [
      "a date and time",
      { discharge_date: "2026-02-04T00:00:00Z" },
      { discharge_date: "2026-02-04" },
    ],
    ["a blank day", { discharge_date: " " }, { discharge_date: null }],
    [
      "a day that is missing",
      { discharge_date: undefined },
      { discharge_date: null },
    ],
    ["half a point", { frailty_score: 4.5 }, { frailty_score: 4.5 }],
    ["a score as text", { frailty_score: "4" }, { frailty_score: 4 }],
    ["a count as text", { days_care: "12" }, { days_care: 12 }],
    ["a name that is missing", { first_name: undefined }, { first_name: null }],
  ])("takes %s for what is meant", (_, sent, read) => {
    expect(readPatients(sent)).toEqual({
      rows: [{ ...PATIENT, ...read }],
      unread: [],
    });
  });

  it.each<[string, object, object]>([
    ["admission_date", { admission_date: "soon" }, { admission_date: UNREAD }],
    [
      "discharge_date",
      { discharge_date: "2026-02-30" },
      { discharge_date: UNREAD },
    ],
    ["frailty_score", { frailty_score: "high" }, { frailty_score: UNREAD }],
    ["hospital_visits", { hospital_visits: -1 }, { hospital_visits: null }],
    ["last_name", { last_name: 7 }, { last_name: null }],
  ])("has %s unknown where it cannot be read, alone", (name, sent, read) => {
    expect(readPatients({}, sent)).toEqual({
      rows: [PATIENT, { ...PATIENT, ...read }],
      unread: [`data.1.${name}`],
    });
  });

  it("is read month first where another row of the answer is so", () => {
    const { rows } = readPatients(
      { admission_date: "01/02/2026" },
      { admission_date: "01/31/2026" },
    );
    expect(rows.map((row) => row.admission_date)).toEqual([
      "2026-01-02",
      "2026-01-31",
    ]);
  });

  it("that is none at all is no answer", () => {
    expect(getPatientSummary.answer.safeParse({ data: ["Ada"] }).success).toBe(
      false,
    );
  });
});

it("a physician keeps the other figures where one cannot be read", () => {
  const row = Object.fromEntries(
    Object.keys(getMedicalStaffRow()).map((key) => [key, null]),
  );
  const { read, unread } = readingCells(() =>
    getMedicalStaff.answer.parse({
      data: [{ ...row, id: 7, patient_count: "many", rth_30_metric: "21.4" }],
    }),
  );
  expect(read.data).toEqual([{ ...row, id: 7, rth_30_metric: 21.4 }]);
  expect(unread).toEqual(["data.0.patient_count"]);
});

function getMedicalStaffRow(): object {
  return getMedicalStaff.answer.shape.data.element.shape;
}

it("a card keeps its figures where a facility has 0 stars", () => {
  const pair = { count: 1, rate: 2 };
  const figures = {
    patient_count: 1,
    days_of_care: 2,
    snf_adm: 3,
    short_stays: { rth: pair, ed: pair, ach_adm: 4 },
    long_stays: { h_1000: pair, ed_1000: pair, adm_1000: pair, pd_lt_doc: 5 },
  };
  const { read, unread } = readingCells(() =>
    getMetrics.answer.parse({
      data: { ...figures, cms_rating: { overall: 0, survey: "5", quality: 3 } },
    }),
  );
  expect(read.data).toEqual({
    ...figures,
    cms_rating: { overall: null, survey: 5, quality: 3 },
  });
  expect(unread).toEqual(["data.cms_rating.overall"]);
});
