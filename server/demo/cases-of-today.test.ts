import { describe, expect, test } from "vitest";
import {
  epochDayOf,
  isoDayOf,
  newYorkDay,
  type EpochDay,
} from "~/domain/calendar";
import {
  isEdVisit,
  isHospitalization,
} from "~/domain/residents/transfer-kinds";
import { backOn, outSince } from "~/features/today/rules/at-hospital";
import { ATTENTION_RULES } from "~/features/today/rules/attention-rules.data";
import { residentDay } from "~/features/today/rules/resident-day";
import { derivePatient } from "~server/measures/derive-patient";
import type { NoteTable } from "~server/store/schema";
import { facilityOfMost } from "./accounts";
import { DEMO_LASTS_DAYS } from "./ensure-demo";
import { makeOrganisation } from "./organisation";
import { seededRandom } from "./random";
import type { DemoTransfer, Resident } from "./residents";
import {
  assumeOutcome,
  tellAsSent,
  makeCasesOfToday,
  notesOfCases,
} from "./stories";

function transfer(
  id: number,
  outcome: DemoTransfer["outcome"],
  days: { on: number; back: number | null },
  planned: 0 | 1 = 0,
): DemoTransfer {
  return {
    id,
    patient_id: 1,
    facility_id: 101,
    transferred_on: days.on,
    outcome,
    planned,
    diagnosis: "Dehydration (E86.0)",
    returned_on: days.back,
  };
}

function assumedOf(transfers: DemoTransfer[]) {
  const resident: Resident = {
    id: 1,
    mrn: null,
    first_name: null,
    last_name: null,
    frailty_score: null,
    stays: [],
    transfers,
  };
  assumeOutcome(resident);
  return transfers
    .filter(({ assumed }) => assumed === 1)
    .map(({ id, diagnosis }) => ({ id, diagnosis }));
}

describe("the outcome that nobody has told in a long story (R280)", () => {
  const latest = transfer(9, "inpatient", { on: 90, back: 95 });

  test("is of the newest older transfer whose nights away it fits", () => {
    expect(
      assumedOf([
        transfer(1, "inpatient", { on: 10, back: 14 }),
        transfer(2, "inpatient", { on: 20, back: 24 }),
        latest,
      ]),
    ).toEqual([{ id: 2, diagnosis: null }]);
    expect(
      assumedOf([latest, transfer(1, "ed_only", { on: 20, back: 20 })]),
    ).toEqual([{ id: 1, diagnosis: null }]);
    expect(
      assumedOf([latest, transfer(1, "inpatient", { on: 20, back: null })]),
    ).toEqual([{ id: 1, diagnosis: null }]);
  });

  test("is of none that was planned, that was observed, or whose nights say something else", () => {
    expect(
      assumedOf([
        latest,
        transfer(1, "inpatient", { on: 20, back: 24 }, 1),
        transfer(2, "observation", { on: 30, back: 33 }),
        transfer(3, "ed_only", { on: 40, back: 41 }),
        transfer(4, "ed_only", { on: 50, back: null }),
        transfer(5, "inpatient", { on: 60, back: 60 }),
      ]),
    ).toEqual([]);
  });
});

test("tells of a return on the day of an emergency visit, and of a hospitalization twice", () => {
  const stay = {
    ...{ id: 1, patient_id: 1, facility_id: 101, npi: 7, isnp: 0 as const },
    ...{
      admitted_on: 1,
      discharged_on: null,
      admitted_from: "community" as const,
    },
  };
  const resident: Resident = {
    ...{ id: 1, mrn: null, first_name: null, last_name: null },
    frailty_score: null,
    stays: [{ ...stay }],
    transfers: [
      transfer(1, "inpatient", { on: 50, back: 54 }),
      transfer(2, "ed_only", { on: 120, back: 120 }),
    ],
  };
  tellAsSent(resident, { patient: 1, stay: 1, transfer: 2 });
  const { stays, transfers } = derivePatient(
    resident.stays,
    resident.transfers,
  );
  expect(resident.stays).toMatchObject([
    { id: 1, discharged_on: 120 },
    { id: 2, admitted_on: 120, discharged_on: null, npi: 7 },
  ]);
  expect(stays.map(({ ed }) => ed)).toEqual([0, 0]);
  expect(transfers.map(({ trip_id, stay_id }) => [trip_id, stay_id])).toEqual([
    [1, 1],
    [2, 1],
    [1, 1],
  ]);
});

const RULES = ATTENTION_RULES.map(({ key }) => key);
const MS_PER_DAY = 86_400_000;

const facility = facilityOfMost(makeOrganisation());
if (!facility) throw new RangeError("the demo has a facility to tell of");

function casesOf(now: Date) {
  const today = epochDayOf(newYorkDay(now));
  const making = {
    facility: facility!,
    today,
    random: seededRandom("cases of today"),
    numbers: { patient: 0, stay: 0, transfer: 0 },
  };
  const cases = makeCasesOfToday(making);
  return { today, cases, notes: notesOfCases(cases, making, now, 0) };
}

/** The rules that name a resident with one stay, worked out from their rows. */
function rulesOf(
  resident: Resident,
  notes: readonly NoteTable[],
  today: EpochDay,
) {
  const [stay] = resident.stays;
  if (!stay) throw new RangeError("a case has a stay");
  const derived = derivePatient([stay], resident.transfers);
  const there = {
    id: stay.id,
    facilityId: stay.facility_id,
    admittedOn: stay.admitted_on,
    dischargedOn: stay.discharged_on,
    admittedFrom: stay.admitted_from,
  };
  const trips = resident.transfers.map((one) => ({
    stayId: stay.id,
    day: one.transferred_on,
    isVisit: one.outcome === "ed_only",
    returnedOn: one.returned_on ?? null,
  }));
  const lately = resident.transfers.filter(
    ({ transferred_on: day }) => today - day <= 30,
  );
  const back = backOn(there, trips, [there]);
  const out = outSince(there, trips, [there], today);
  const noted = notes.find((note) => note.patient_id === resident.id);
  const longStayFrom = derived.stays[0]?.long_stay_from ?? 0;
  return residentDay(
    {
      admitted_on: isoDayOf(stay.admitted_on),
      from_hospital: stay.admitted_from === "hospital",
      long_stay_from: isoDayOf(longStayFrom),
      frailty_score: resident.frailty_score,
      hospitalizations_30: lately.filter(isHospitalization).length,
      ed_visits_30: lately.filter(isEdVisit).length,
      out_since: out === null ? null : isoDayOf(out),
      back_on: back === null ? null : isoDayOf(back),
      high_risk_note_on: noted ? newYorkDay(new Date(noted.noted_at)) : null,
    },
    today,
  ).reasons;
}

function rulesSeen({ cases, notes, today }: ReturnType<typeof casesOf>) {
  const seen = cases.flatMap((resident) => rulesOf(resident, notes, today));
  return RULES.filter((rule) => seen.includes(rule));
}

describe("cases of today", () => {
  test("show each rule of the page Today, whenever the demo is made", () => {
    // Begins before a leap day; the hours go around the clock, and over both changes of it.
    const start = Date.parse("2027-12-31T05:30:00Z");
    for (let day = 0; day < 400; day += 1) {
      const now = new Date(start + day * (MS_PER_DAY + 3_700_000));
      expect([now.toISOString(), rulesSeen(casesOf(now))]).toEqual([
        now.toISOString(),
        RULES,
      ]);
    }
  });

  test("are named by a rule each, and show all but the note until the demo is made again", () => {
    const { cases, notes, today } = casesOf(new Date("2026-06-30T16:00:00Z"));
    for (const resident of cases) {
      expect(rulesOf(resident, notes, today)).not.toEqual([]);
    }
    const last = today + DEMO_LASTS_DAYS - 1;
    expect(rulesSeen({ cases, notes: [], today: last })).toEqual(
      RULES.filter((rule) => rule !== "high_risk_note"),
    );
  });

  test("move no rate: their trips lie in no 30-day window, and none is of a long-stay resident", () => {
    const { cases } = casesOf(new Date("2026-06-30T16:00:00Z"));
    for (const { stays, transfers } of cases) {
      const derived = derivePatient(stays, transfers);
      expect(derived.stays.some(({ rth, ed }) => rth || ed)).toBe(false);
      expect(derived.transfers.some((one) => one.long_stay)).toBe(false);
    }
  });
});
