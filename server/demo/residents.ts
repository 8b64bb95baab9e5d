import type { Selectable } from "kysely";
import type { SaidRow } from "~server/store/feed-tables";
import type { EpochDay } from "~/domain/calendar";
import type {
  Flag,
  PatientTable,
  StayTable,
  TransferTable,
  StayFacts,
  TransferFacts,
} from "~server/store/schema";
import { personName, type DemoFacility } from "./organisation";
import type { Random } from "./random";
import { ED_PER_1000, H_PER_1000, ED_PERCENT, RTH_PERCENT } from "./rates.data";

export type DemoStay = Omit<
  StayTable,
  | keyof (SaidRow & StayFacts)
  | "recorded_patient_id"
  | "days_end"
  | "long_stay_from"
  | "rth"
  | "ed"
> &
  Partial<Selectable<StayFacts>>;
export type DemoTransfer = Omit<
  TransferTable,
  | keyof (SaidRow & TransferFacts)
  | "recorded_patient_id"
  | "stay_id"
  | "trip_id"
  | "trip_planned"
  | "long_stay"
  | "assumed"
> &
  Partial<Selectable<TransferFacts & Pick<TransferTable, "assumed">>>;

/** A patient with all of their stays and transfers. */
export interface Resident extends Omit<PatientTable, "forgotten_at"> {
  stays: DemoStay[];
  transfers: DemoTransfer[];
}

/** Numbers the rows of all facilities through. */
export interface Numbering {
  patient: number;
  stay: number;
  transfer: number;
}

/** What the residents of one facility are made with. */
export interface Making {
  facility: DemoFacility;
  random: Random;
  today: EpochDay;
  numbers: Numbering;
}

export interface Person extends Resident {
  npi: number | null;
  isnp: Flag;
}

const WITHOUT_PHYSICIAN = 0.05;

function frailtyOf(random: Random, isLongStay: boolean): number | null {
  if (random.chance(0.03)) return null;
  if (random.chance(0.03)) return -1;
  return Math.min(12, Math.floor(random.exponential(isLongStay ? 4.6 : 3.2)));
}

/** A new patient, their physician chosen: the first of a facility sees the most. */
export function newPerson(
  { facility, random, numbers }: Making,
  isLongStay: boolean,
): Person {
  const { first, last } = personName(random);
  const id = (numbers.patient += 1);
  const busiest = Math.floor(random.next() ** 1.6 * facility.npis.length);
  return {
    id,
    mrn: random.chance(0.02) ? null : `V${String(id * 7).padStart(7, "0")}`,
    first_name: random.chance(0.01) ? null : first,
    last_name: random.chance(0.01) ? null : last,
    frailty_score: frailtyOf(random, isLongStay),
    stays: [],
    transfers: [],
    npi: random.chance(WITHOUT_PHYSICIAN)
      ? null
      : (facility.npis[busiest] ?? null),
    isnp: random.chance(facility.isnpShare * (isLongStay ? 2 : 0.5)) ? 1 : 0,
  };
}

export function addStay(
  { facility, numbers, today }: Making,
  person: Person,
  days: { from: EpochDay; to: EpochDay },
  admittedFrom: DemoStay["admitted_from"],
): DemoStay {
  const stay: DemoStay = {
    id: (numbers.stay += 1),
    patient_id: person.id,
    facility_id: facility.id,
    npi: person.npi,
    admitted_on: days.from,
    discharged_on: days.to > today ? null : days.to,
    admitted_from: admittedFrom,
    isnp: person.isnp,
  };
  person.stays.push(stay);
  return stay;
}

/** Adds a transfer of a patient; nothing where its day is still to come. */
export function addTransfer(
  { facility, numbers, today }: Making,
  resident: Resident,
  day: EpochDay,
  outcome: DemoTransfer["outcome"],
  planned: Flag = 0,
): void {
  if (day <= today) {
    resident.transfers.push({
      id: (numbers.transfer += 1),
      patient_id: resident.id,
      facility_id: facility.id,
      transferred_on: day,
      outcome,
      planned,
    });
  }
}

/** How an unplanned hospitalization is booked: one in four as an observation. */
export function hospitalOutcome(random: Random): DemoTransfer["outcome"] {
  return random.chance(0.25) ? "observation" : "inpatient";
}

/** More in winter: 1 on average over a year. */
function seasonOf(day: EpochDay, amplitude: number): number {
  const midJanuary = 15;
  return 1 + amplitude * Math.cos((2 * Math.PI * (day - midJanuary)) / 365.25);
}

/** Sends more residents to hospital while an outbreak lasts. */
function outbreakFactor(
  { outbreakMonthsAgo }: DemoFacility,
  day: EpochDay,
  today: EpochDay,
): number {
  if (outbreakMonthsAgo === null) return 1;
  const from = today - Math.round((outbreakMonthsAgo + 1) * 30.4);
  return day >= from && day < from + 30 ? 5 : 1;
}

const EVENT_SEASON = 0.18;
const SHORTEST_RESIDENCE = 160;
const MEAN_RESIDENCE = 520;
/** Some residents keep their bed while they are in hospital, others leave and come back. */
const KEEPS_BED = 0.6;

function eventOn(making: Making, day: EpochDay, per1000: number): boolean {
  const { random, facility, today } = making;
  return random.chance(
    (per1000 / 1000) *
      seasonOf(day, EVENT_SEASON) *
      outbreakFactor(facility, day, today),
  );
}

/** One person's years in a bed, hospital stays in between. */
function reside(
  making: Making,
  person: Person,
  from: EpochDay,
  to: EpochDay,
): void {
  const { random, facility, today } = making;
  const h = H_PER_1000[facility.bands.h] ?? 0;
  const ed = ED_PER_1000[facility.bands.ed1000] ?? 0;
  let admitted = from;
  let origin: "hospital" | "community" = random.chance(0.45)
    ? "hospital"
    : "community";
  for (let day = from + 1; day < to && day <= today; day += 1) {
    if (eventOn(making, day, ed)) {
      addTransfer(making, person, day, "ed_only");
    }
    if (random.chance(0.0002)) {
      addTransfer(making, person, day, "inpatient", 1);
    }
    if (!eventOn(making, day, h)) continue;
    addTransfer(making, person, day, hospitalOutcome(random));
    const back = day + random.int(3, 9);
    if (!random.chance(KEEPS_BED) && back < to) {
      addStay(making, person, { from: admitted, to: day }, origin);
      admitted = back;
      origin = "hospital";
      day = back;
    }
  }
  if (admitted <= today) {
    addStay(making, person, { from: admitted, to }, origin);
  }
}

/** The people who live in a facility: one bed after the other, from `from` until today. */
export function makeLongStays(making: Making, from: EpochDay): Resident[] {
  const { facility, random, today } = making;
  const persons: Person[] = [];
  for (let bed = 0; bed < facility.longStayBeds; bed += 1) {
    let day = from + random.int(0, 45);
    while (day < today) {
      const person = newPerson(making, true);
      const days = SHORTEST_RESIDENCE + random.exponential(MEAN_RESIDENCE);
      const to = day + Math.round(days);
      reside(making, person, day, to);
      persons.push(person);
      day = to + random.int(2, 20);
    }
  }
  return persons;
}

const ADMISSION_SEASON = 0.18;
const RETURN_SEASON = 0.15;
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
  if (!random.chance((percent / 100) * seasonOf(from, RETURN_SEASON))) {
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
  if (random.chance((ed / 100) * seasonOf(from, RETURN_SEASON))) {
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
