import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { readingCells, UNREAD } from "./cells";
import { getFrailty } from "./frailty";
import { getMedicalStaff } from "./medicalstaff";
import { getMetrics } from "./metrics";
import { getPhysician } from "./physician";
import { getPhysicianAlerts } from "./physicianalerts";
import { getQiesReports } from "./qies-reports";
import { getQuality } from "./qmcalculator";
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
      "a day with its slashes, day first",
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

/** What an answer reads as, and what of it could not be read. */
function readAnswer(endpoint: { answer: z.ZodTypeAny }, sent: object) {
  const { read, unread } = readingCells(
    () => endpoint.answer.parse(sent) as { data: unknown },
  );
  return { ...read, unread };
}

describe("the figures of a card", () => {
  const pair = { count: 1, rate: 2 };
  const figures = {
    patient_count: 1,
    days_of_care: 2,
    snf_adm: 3,
    short_stays: { rth: pair, ed: pair, ach_adm: 4 },
    long_stays: { h_1000: pair, ed_1000: pair, adm_1000: pair, pd_lt_doc: 5 },
  };
  const { short_stays } = figures;
  const none = { count: null, rate: null };

  it.each<[string, object, object, string[]]>([
    [
      "a facility has 0 stars",
      { cms_rating: { overall: 0, survey: "5", quality: 3 } },
      { cms_rating: { overall: null, survey: 5, quality: 3 } },
      ["cms_rating.overall"],
    ],
    ["its stars are blank", { cms_rating: "" }, { cms_rating: null }, []],
    [
      "its stars are no stars",
      { cms_rating: "five" },
      { cms_rating: null },
      ["cms_rating"],
    ],
    [
      "a count is a text, and one is missing",
      { patient_count: "12", snf_adm: undefined },
      { patient_count: 12, snf_adm: null },
      [],
    ],
    [
      "a rate is none",
      { short_stays: { ...short_stays, rth: { count: 1, rate: "n/a" } } },
      { short_stays: { ...short_stays, rth: { count: 1, rate: null } } },
      ["short_stays.rth.rate"],
    ],
    [
      "a rate is missing with its count",
      { short_stays: { ...short_stays, ed: undefined } },
      { short_stays: { ...short_stays, ed: none } },
      ["short_stays.ed"],
    ],
  ])("stay where %s", (_, sent, read, unread) => {
    expect(readAnswer(getMetrics, { data: { ...figures, ...sent } })).toEqual({
      data: { ...figures, ...read },
      unread: unread.map((path) => `data.${path}`),
    });
  });

  it("of frailty stay where one of them is a text, missing or none", () => {
    expect(readAnswer(getFrailty, { data: { high: "3", low: "few" } })).toEqual(
      {
        data: { high: 3, medium: null, low: null },
        unread: ["data.low"],
      },
    );
  });

  it("of the quality score stay where one measure has none", () => {
    const measure = {
      metric: 1,
      score: 150,
      events: 2,
      events_up: 3,
      events_down: 4,
      events_perfect: 5,
    };
    const all = { rth: measure, ed: measure, h_1000: measure };
    const counts = { ach_adm: 6, ls_days: 7 };
    const sent = { ...all, ...counts, ed_1000: { metric: "-", score: "90" } };
    const unknown = Object.keys(measure).map((name) => [name, null]);
    expect(readAnswer(getQuality, { data: sent })).toEqual({
      data: {
        ...sent,
        ed_1000: { ...Object.fromEntries(unknown), score: 90 },
      },
      unread: ["data.ed_1000.metric"],
    });
  });
});

describe("when the data were imported", () => {
  it.each<[unknown, unknown, string[]]>([
    ["2026-01-31T10:00:00Z", "2026-01-31 05:00:00", []],
    ["31/01/2026 10:00", "2026-01-31 10:00:00", []],
    ["", null, []],
    ["this morning", null, ["lastUpdated"]],
    [1_769_000_000, null, ["lastUpdated"]],
  ])("is read from %j", (lastUpdated, read, unread) => {
    expect(readAnswer(getPatientSummary, { data: [], lastUpdated })).toEqual({
      data: [],
      lastUpdated: read,
      unread,
    });
  });
});

describe("a row that is read leniently", () => {
  const note = {
    divisionName: "West",
    regionName: null,
    regionId: 1,
    facilityName: "Elm",
    facilityId: 2,
    physicianName: null,
    physicianNpi: 3,
    patientName: "Ada Park",
    patientId: 4,
    noteEffectiveDate: "2026-01-31 10:00:00",
    noteType: "Progress Note",
    noteText: "Calm.",
    provider: "Dr. Roe",
    isnp: true,
    highRisk: false,
    admissionDate: null,
    dischargeDate: null,
    admissionLocation: null,
    dischargeLocation: null,
  };

  it.each<[string, object, object, string[]]>([
    ["no ISNP choice", { isnp: null }, { isnp: false }, []],
    ["its risk in a word", { highRisk: " Y " }, { highRisk: true }, []],
    [
      "a risk that nobody can read",
      { highRisk: "perhaps" },
      { highRisk: null },
      ["data.0.highRisk"],
    ],
    [
      "an ISNP choice that nobody can read",
      { isnp: ["Y"] },
      { isnp: null },
      ["data.0.isnp"],
    ],
    [
      "no provider, facility and time",
      {
        provider: undefined,
        facilityId: undefined,
        noteEffectiveDate: undefined,
      },
      { provider: null, facilityId: null, noteEffectiveDate: "" },
      [],
    ],
  ])("is a note with %s", (_, sent, read, unread) => {
    expect(
      readAnswer(getPhysicianAlerts, { data: [{ ...note, ...sent }] }),
    ).toEqual({ data: [{ ...note, ...read }], unread });
  });

  it("is none where it names no patient at all", () => {
    const { success } = getPhysicianAlerts.answer.safeParse({ data: [{}] });
    expect(success).toBe(false);
  });

  it("is a report without its time and its days", () => {
    const report = {
      id: 1,
      report_category_id: 50,
      report_type_id: 5002,
      name: "Errors",
      file_type: "pdf",
      status: "completed",
      fac_name: "Elm",
    };
    expect(
      readAnswer(getQiesReports, {
        data: [{ ...report, requested_tstamp: null }],
      }),
    ).toEqual({
      data: [
        { ...report, requested_tstamp: "", start_date: null, end_date: null },
      ],
      unread: [],
    });
  });

  it("is a physician without a second specialty and a place without a name", () => {
    const [person, place] = [
      {
        physician_id: 1,
        physician_npi: 2,
        first_name: "Ada",
        last_name: "Park",
        credentials: null,
        primary_specialty: null,
        organization_legal_name: null,
      },
      { facility_id: 3, region_id: 4, division_id: 5 },
    ];
    const names = { facility_name: "Elm", region_name: "North" };
    expect(
      readAnswer(getPhysician, {
        data: { ...person, facilities: [{ ...place, ...names }] },
      }),
    ).toEqual({
      data: {
        ...person,
        alternate_specialty: null,
        facilities: [{ ...place, ...names, division_name: UNREAD }],
      },
      unread: ["data.facilities.0.division_name"],
    });
  });
});
