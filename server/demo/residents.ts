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
  if (random.chance(0.03)) {
    return null;
  }
  if (random.chance(0.03)) {
    return -1;
  }
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

/** Adds a stay; one that would end after today is open. */
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
export function seasonOf(day: EpochDay, amplitude: number): number {
  const midJanuary = 15;
  return 1 + amplitude * Math.cos((2 * Math.PI * (day - midJanuary)) / 365.25);
}

/** Sends more residents to hospital while an outbreak lasts. */
export function outbreakFactor(
  { outbreakMonthsAgo }: DemoFacility,
  day: EpochDay,
  today: EpochDay,
): number {
  if (outbreakMonthsAgo === null) {
    return 1;
  }
  const from = today - Math.round((outbreakMonthsAgo + 1) * 30.4);
  return day >= from && day < from + 30 ? 5 : 1;
}
