import type { EpochDay } from "~/domain/calendar";
import { ED_PERCENT, RTH_PERCENT } from "./rates.data";
import {
  addStay,
  addTransfer,
  hospitalOutcome,
  newPerson,
  seasonOf,
  type Making,
  type Person,
  type Resident,
} from "./residents";

const ADMISSION_SEASON = 0.18;
const EVENT_SEASON = 0.15;
/** Returning residents and those who come back from hospital have fewer events; the rates are those of all. */
const RTH_OF_NEWCOMERS = 1.2;
const ED_OF_NEWCOMERS = 1.12;
const LONGEST_STAY = 75;
/** A return after so long neither continues the day count nor lies within 30 days of the admission before. */
const RETURN_AFTER_DAYS = 45;

function admittedFrom({ random }: Making) {
  return random.chance(0.86)
    ? "hospital"
    : random.chance(0.7)
      ? "community"
      : "other";
}

function lengthOfStay({ random }: Making): number {
  return Math.min(LONGEST_STAY, 5 + Math.round(random.exponential(19)));
}

/** A stay after hospital ends in a return there more often in winter. */
function mayReturnToHospital(
  making: Making,
  person: Person,
  from: EpochDay,
  length: number,
  percent: number,
): void {
  const { random } = making;
  if (!random.chance((percent / 100) * seasonOf(from, EVENT_SEASON))) {
    addStay(making, person, { from, to: from + length }, "hospital");
    return;
  }
  const day = from + random.int(1, 30);
  const staysIn = random.chance(0.35);
  const to = staysIn ? from + length : Math.min(day, from + length);
  addStay(making, person, { from, to }, "hospital");
  addTransfer(making, person, day, hospitalOutcome(random));
  const back = day + random.int(3, 8);
  if (!staysIn && day === to && back < making.today && random.chance(0.45)) {
    const rest = Math.min(35, lengthOfStay(making));
    addStay(making, person, { from: back, to: back + rest }, "hospital");
  }
}

function admit(
  making: Making,
  person: Person,
  from: EpochDay,
  bandAt: (band: number) => number,
): void {
  const { random, facility } = making;
  const length = lengthOfStay(making);
  const origin = admittedFrom(making);
  if (origin === "hospital") {
    const rth =
      RTH_OF_NEWCOMERS * (RTH_PERCENT[bandAt(facility.bands.rth)] ?? 0);
    mayReturnToHospital(making, person, from, length, rth);
  } else {
    addStay(making, person, { from, to: from + length }, origin);
  }
  const ed = ED_OF_NEWCOMERS * (ED_PERCENT[bandAt(facility.bands.ed)] ?? 0);
  if (random.chance((ed / 100) * seasonOf(from, EVENT_SEASON))) {
    addTransfer(making, person, from + random.int(1, 28), "ed_only");
  }
  if (random.chance(0.04)) {
    addTransfer(making, person, from + random.int(2, length), "inpatient", 1);
  }
}

function canReturn(person: Person, day: EpochDay): boolean {
  const last = person.stays.at(-1)?.discharged_on ?? null;
  return last !== null && last + RETURN_AFTER_DAYS <= day;
}

/** The patients who come for weeks, day by day from `from` until today. */
export function makeShortStays(making: Making, from: EpochDay): Resident[] {
  const { facility, random, today } = making;
  const persons: Person[] = [];
  const perDay = facility.admissionsPerYear / 365.25;
  // Facilities drift: two years ago each stood up to two bands elsewhere.
  const drift = random.int(-2, 2);
  for (let day = from; day < today; day += 1) {
    const expected = perDay * seasonOf(day, ADMISSION_SEASON);
    const share = (today - day) / 730;
    const bandAt = (band: number) =>
      Math.min(9, Math.max(0, band + Math.round(drift * Math.min(1, share))));
    for (let left = expected + random.next(); left >= 1; left -= 1) {
      const earlier = persons.length > 0 && random.chance(0.08);
      const former = earlier ? random.pick(persons) : null;
      const person =
        former && canReturn(former, day) ? former : newPerson(making, false);
      if (person !== former) {
        persons.push(person);
      }
      admit(making, person, day, bandAt);
    }
  }
  return persons;
}
