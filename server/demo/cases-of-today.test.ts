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
import { facilityOfMost } from "./accounts";
import { DEMO_LASTS_DAYS } from "./ensure-demo";
import { makeCasesOfToday, tellAsSent } from "./generate";
import { makeRiskNote } from "./notes";
import { makeOrganisation } from "./organisation";
import { seededRandom } from "./random";
import {
  addStay,
  addTransfer,
  derivedOf,
  newResident,
  type Resident,
} from "./residents";

const facility = facilityOfMost(makeOrganisation(0));

function makingOn(today: EpochDay) {
  const numbers = { patient: 0, stay: 0, transfer: 0 };
  return { facility, today, numbers, random: seededRandom("cases of today") };
}

test("tells of an assumed outcome, of a return on the day of a visit, and of a hospitalization twice", () => {
  const making = makingOn(200);
  const resident = newResident(making, true);
  addStay(making, resident, 1, 300, "community");
  addTransfer(making, resident, 20, "observation");
  addTransfer(making, resident, 30, "inpatient", 1);
  addTransfer(making, resident, 40, "ed_only");
  addTransfer(making, resident, 50, "inpatient");
  addTransfer(making, resident, 120, "ed_only");
  for (const one of resident.transfers) one.returned_on = one.transferred_on;
  resident.transfers[3]!.returned_on = 54;
  tellAsSent(resident, making.numbers);
  const { stays, transfers } = derivedOf(resident);
  // The newest but one whose nights away it fits.
  expect(transfers.map(({ assumed }) => assumed)).toEqual([0, 0, 0, 1, 0, 0]);
  expect(stays).toMatchObject([
    { id: 1, discharged_on: 120, ed: 0 },
    { id: 2, admitted_on: 120, discharged_on: null, ed: 0 },
  ]);
  expect(transfers.at(-1)).toMatchObject({ trip_id: 4, stay_id: 1 });
});

const RULES = ATTENTION_RULES.map(({ key }) => key);
const MS_PER_DAY = 86_400_000;

function casesOf(now: Date) {
  const today = epochDayOf(newYorkDay(now));
  const making = makingOn(today);
  const cases = makeCasesOfToday(making);
  const note = makeRiskNote(making.random, cases.at(-1)!, 0, now);
  return { today, cases, note };
}

/** The rules that name a resident with one stay, worked out from their rows. */
function rulesOf(
  resident: Resident,
  today: EpochDay,
  note?: ReturnType<typeof makeRiskNote>,
) {
  const derived = derivedOf(resident);
  const stay = derived.stays[0]!;
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
    returnedOn: one.returned_on,
  }));
  const lately = resident.transfers.filter(
    ({ transferred_on: day }) => today - day <= 30,
  );
  const back = backOn(there, trips, [there]);
  const out = outSince(there, trips, [there], today);
  const isNoted = note?.patient_id === resident.id;
  return residentDay(
    {
      admitted_on: isoDayOf(stay.admitted_on),
      from_hospital: stay.admitted_from === "hospital",
      long_stay_from: isoDayOf(stay.long_stay_from),
      frailty_score: resident.frailty_score,
      hospitalizations_30: lately.filter(isHospitalization).length,
      ed_visits_30: lately.filter(isEdVisit).length,
      out_since: out === null ? null : isoDayOf(out),
      bed_kept: stay.discharged_on === null,
      back_on: back === null ? null : isoDayOf(back),
      high_risk_note_on: isNoted ? newYorkDay(new Date(note.noted_at)) : null,
    },
    today,
  ).reasons;
}

function rulesSeen({
  cases,
  note,
  today,
}: Partial<ReturnType<typeof casesOf>>) {
  const seen = cases!.flatMap((resident) => rulesOf(resident, today!, note));
  return RULES.filter((rule) => seen.includes(rule));
}

describe("cases of today", () => {
  test("show each rule of the page Today whenever the demo is made, and move no rate", () => {
    // Begins before a leap day; the hours go around the clock, and over both changes of it.
    const start = Date.parse("2027-12-31T05:30:00Z");
    for (let day = 0; day < 400; day += 1) {
      const now = new Date(start + day * (MS_PER_DAY + 3_700_000));
      const made = casesOf(now);
      expect([now.toISOString(), rulesSeen(made)]).toEqual([
        ...[now.toISOString(), RULES],
      ]);
      for (const { stays, transfers } of made.cases.map(derivedOf)) {
        expect(stays.some(({ rth, ed }) => rth || ed)).toBe(false);
        expect(transfers.some((one) => one.long_stay)).toBe(false);
      }
    }
  });

  test("show all but the note until the demo is made again", () => {
    const { cases, today } = casesOf(new Date("2026-06-30T16:00:00Z"));
    const last = today + DEMO_LASTS_DAYS - 1;
    expect(rulesSeen({ cases, today: last })).toEqual(
      RULES.filter((rule) => rule !== "high_risk_note"),
    );
  });
});
