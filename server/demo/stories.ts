import type { EpochDay } from "~/domain/calendar";
import {
  REVIEW_DAYS,
  REVIEW_WINDOW_DAYS,
} from "~/features/reviews/rules/review-rules";
import type { NoteTable } from "~server/store/schema";
import { facilityOfMost } from "./accounts";
import { TELEHEALTH_PROVIDERS } from "./names.data";
import { NOTE_TEXTS } from "./note-texts.data";
import { makeNote } from "./notes";
import type { DemoOrganisation } from "./organisation";
import { seededRandom } from "./random";
import {
  type DemoTransfer,
  type Numbering,
  type Resident,
  addStay,
  addTransfer,
  newPerson,
  type DemoStay,
  type Making,
} from "./residents";

type Case = readonly [
  admittedDaysAgo: number,
  from: DemoStay["admitted_from"],
  frailty: number,
  ...trips: [
    daysAgo: number,
    outcome: DemoTransfer["outcome"],
    backDaysAgo: number,
  ][],
];

/**
 * Residents for the rules of the page Today (R331): the first for two rules, the last for a note. Whoever makes trips did not come from hospital
 * and is not long-stay yet, so no rate moves. The days leave room for a demo that grows some days old.
 */
const CASES: readonly Case[] = [
  [1, "hospital", 7],
  [48, "community", 5, [22, "inpatient", 17], [4, "ed_only", 4]],
  [61, "other", 4, [3, "observation", 1]],
  [97, "other", 2, [12, "ed_only", 12]],
  [34, "community", 3],
];

/** A stay goes on for so long after the demo's day. */
const DAYS_TO_COME = 30;

/** Residents who show each rule of the page Today, whatever the day is that the demo is made for. */
export function makeCasesOfToday(making: Making): Resident[] {
  const { today } = making;
  return CASES.map(([admittedDaysAgo, from, frailty, ...trips]) => {
    const person = newPerson(making, false);
    person.frailty_score = frailty;
    const days = { from: today - admittedDaysAgo, to: today + DAYS_TO_COME };
    addStay(making, person, days, from);
    for (const [daysAgo, outcome, backDaysAgo] of trips) {
      addTransfer(making, person, today - daysAgo, outcome);
      const transfer = person.transfers.at(-1);
      if (transfer) transfer.returned_on = today - backDaysAgo;
    }
    return person;
  });
}

/** A high-risk note of the last evening or night. */
export function notesOfCases(
  cases: readonly Resident[],
  { random }: Making,
  now: Date,
  lastId: number,
): NoteTable[] {
  return cases.slice(-1).map((resident) => ({
    ...makeNote(random, { resident, id: lastId + 1, lookback: 0, now }),
    high_risk: 1,
  }));
}

const MS_PER_DAY = 86_400_000;
const MS_PER_HOUR = 3_600_000;
/** Old enough for every lookback of the After Hours Patient Report to leave it out. */
const OLD_NOTE_DAYS = 6;
/** Days before the window's end that a demo may grow old without losing a review from the lists. */
const SPARE_DAYS = 5;

/** The resident of demo-facility of whom the demo tells the most; undefined where it has nobody there. */
export function longStoryOf(
  demo: DemoOrganisation & { residents: readonly Resident[] },
  today: EpochDay,
): Resident | undefined {
  const facilityId = facilityOfMost(demo)?.id;
  const weighed = demo.residents
    .filter(({ stays }) => stays[0]?.facility_id === facilityId)
    .map((resident) => ({ resident, weight: weightOf(resident, today) }));
  weighed.sort((a, b) => b.weight - a.weight);
  return weighed[0]?.resident;
}

/** A latest transfer whose review is overdue weighs the most, then a second stay, then each outcome, then each transfer. */
function weightOf({ stays, transfers }: Resident, today: EpochDay): number {
  const unplanned = transfers.filter(({ planned }) => planned === 0);
  const age = today - Math.max(...unplanned.map((one) => one.transferred_on));
  const isListed = age > REVIEW_DAYS && age < REVIEW_WINDOW_DAYS - SPARE_DAYS;
  const kinds = new Set(
    transfers.map(({ outcome, planned }) => `${outcome} ${planned}`),
  );
  return (
    (isListed && unplanned.length > 1 ? 1_000 : 0) +
    Math.min(stays.length, 2) * 100 +
    kinds.size * 10 +
    transfers.length
  );
}

/** Notes of the evening before each of a resident's older transfers. */
export function notesOfStory(
  { id, stays, transfers }: Resident,
  today: EpochDay,
  lastId: number,
): NoteTable[] {
  const random = seededRandom("notes of a long story");
  return transfers
    .filter(({ transferred_on: day }) => today - day > OLD_NOTE_DAYS)
    .map(({ facility_id, transferred_on: day }, at) => {
      const { type, texts } = random.pick([NOTE_TEXTS[0], NOTE_TEXTS[2]]);
      const stay = stays.find(
        ({ admitted_on, discharged_on }) =>
          admitted_on <= day && (discharged_on ?? today) >= day,
      );
      return {
        id: lastId + at + 1,
        patient_id: id,
        recorded_patient_id: null,
        facility_id,
        npi: stay?.npi ?? null,
        // Around nine in the evening in New York.
        noted_at: new Date(
          day * MS_PER_DAY + random.int(60, 119) * (MS_PER_HOUR / 60),
        ).toISOString(),
        note_type: type,
        note_text: random.pick<string>(texts),
        provider: random.pick(TELEHEALTH_PROVIDERS),
        high_risk: at % 2 === 0 ? 1 : 0,
      };
    });
}

/**
 * Has one of a resident's older transfers as messages of a facility alone would tell it: nobody knows what the hospital found, and the outcome is
 * assumed by the nights away (R280). Nothing happens where none can be one.
 */
export function assumeOutcome({ transfers }: Resident): void {
  const [, ...older] = [...transfers]
    .filter(({ planned }) => planned === 0)
    .sort((a, b) => b.transferred_on - a.transferred_on);
  const one = older.find(isAsAssumed);
  if (!one) return;
  one.assumed = 1;
  one.diagnosis = null;
}

/**
 * Has a resident come back on the day of an older emergency visit, as an admission of its own (R75), and has two rows tell of an older
 * hospitalization, which began in the emergency department (R248). Either is left out where there is none.
 */
export function tellAsSent(
  { stays, transfers }: Resident,
  numbers: Numbering,
): void {
  const newestFirst = [...transfers].sort(
    (a, b) => b.transferred_on - a.transferred_on,
  );
  for (const visit of newestFirst) {
    const day = visit.transferred_on;
    const stay = stays.find(
      ({ admitted_on: from, discharged_on: to }) =>
        from < day && day < (to ?? Infinity),
    );
    if (!stay || visit.outcome !== "ed_only") continue;
    const { discharged_on } = stay;
    stay.discharged_on = day;
    stays.push({
      ...stay,
      id: (numbers.stay += 1),
      admitted_on: day,
      discharged_on,
      admitted_from: "hospital",
    });
    break;
  }
  const admitted = newestFirst.find(
    ({ outcome, planned }) => outcome === "inpatient" && planned === 0,
  );
  if (!admitted) return;
  const { id: _, ...trip } = admitted;
  transfers.push({
    ...trip,
    id: (numbers.transfer += 1),
    outcome: "ed_only",
    assumed: 0,
    diagnosis: null,
  });
}

function isAsAssumed(transfer: DemoTransfer): boolean {
  const isBackAtOnce = transfer.returned_on === transfer.transferred_on;
  return transfer.outcome === (isBackAtOnce ? "ed_only" : "inpatient");
}
