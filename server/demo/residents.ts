import type { Selectable } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { TransferOutcome } from "~/domain/residents/transfer-kinds";
import {
  derivePatient,
  type CensusStay,
  type CensusTransfer,
} from "~server/measures/derive-patient";
import type {
  Flag,
  StayTable,
  TransferFacts,
  TransferTable,
} from "~server/store/schema";
import { personName, type DemoFacility } from "./organisation";
import type { Random } from "./random";
import { RATES } from "./rates.data";

export type DemoStay = CensusStay &
  Pick<Selectable<StayTable>, "patient_id" | "npi" | "isnp" | "unit">;
export type DemoTransfer = CensusTransfer &
  Pick<Selectable<TransferTable>, "patient_id" | "assumed"> &
  Selectable<TransferFacts>;
export type Resident = ReturnType<typeof newResident>;

export interface Making {
  facility: Omit<DemoFacility, "region_id" | "kind" | "row">;
  random: Random;
  today: EpochDay;
  /** Last ids used, over all facilities. */
  numbers: { patient: number; stay: number; transfer: number };
}

export function rateOf(
  { facility }: Making,
  measure: keyof typeof RATES,
  bandAt = (band: number) => band,
): number {
  return RATES[measure][bandAt(facility.bands[measure])]!;
}

/** A facility's first physician sees the most. */
export function newResident(
  { facility, random, numbers }: Making,
  isLongStay: boolean,
) {
  const { first_name, last_name } = personName(random);
  const id = (numbers.patient += 1);
  const { npis, isnpShare } = facility;
  const npi = npis[Math.floor(random.next() ** 1.6 * npis.length)] ?? null;
  const frailty = () =>
    Math.min(12, Math.floor(random.exponential(isLongStay ? 4.6 : 3.2)));
  const unless = <Value>(missing: number, value: Value) =>
    random.chance(missing) ? null : value;
  return {
    id,
    mrn: unless(0.02, `V${String(id * 7).padStart(7, "0")}`),
    first_name: unless(0.01, first_name),
    last_name: unless(0.01, last_name),
    frailty_score: random.chance(0.03)
      ? null
      : random.chance(0.03)
        ? -1
        : frailty(),
    npi: unless(0.05, npi),
    isnp: random.chance(isnpShare * (isLongStay ? 2 : 0.5))
      ? (1 as const)
      : (0 as const),
    stays: [] as DemoStay[],
    transfers: [] as DemoTransfer[],
  };
}

export function patientRow(resident: Resident) {
  const { id, mrn, first_name, last_name, frailty_score } = resident;
  return { id, mrn, first_name, last_name, frailty_score };
}

export function derivedOf({ stays, transfers }: Resident) {
  const derived = derivePatient(stays, transfers);
  return {
    stays: derived.stays.map((one, at) => ({ ...stays[at]!, ...one })),
    transfers: derived.transfers.map((one, at) => ({
      ...transfers[at]!,
      ...one,
    })),
  };
}

export function addStay(
  { facility, numbers, today }: Making,
  resident: Resident,
  from: EpochDay,
  to: EpochDay,
  admitted_from: DemoStay["admitted_from"],
): void {
  resident.stays.push({
    id: (numbers.stay += 1),
    patient_id: resident.id,
    facility_id: facility.id,
    npi: resident.npi,
    admitted_on: from,
    discharged_on: to > today ? null : to,
    admitted_from,
    isnp: resident.isnp,
    unit: null,
  });
}

/** Ignores future days. */
export function addTransfer(
  { facility, numbers, today }: Making,
  resident: Resident,
  day: EpochDay,
  outcome: TransferOutcome,
  planned: Flag = 0,
): void {
  if (day > today) return;
  resident.transfers.push({
    id: (numbers.transfer += 1),
    patient_id: resident.id,
    facility_id: facility.id,
    transferred_on: day,
    outcome,
    planned,
    assumed: 0,
    minute_of_day: null,
    hospital: null,
    unit: null,
    reason: null,
    diagnosis: null,
    returned_on: null,
  });
}

export function isInHouse(
  { admitted_on, discharged_on }: DemoStay,
  day: EpochDay,
  today: EpochDay,
): boolean {
  return admitted_on <= day && (discharged_on ?? today) >= day;
}

/** One unplanned hospitalization in four is an observation. */
export function hospitalOutcome(random: Random): TransferOutcome {
  return random.chance(0.25) ? "observation" : "inpatient";
}

/** The season peaks in mid January and is 1 on average. */
function seasonOf(day: EpochDay, amplitude = 0.18): number {
  return 1 + amplitude * Math.cos((2 * Math.PI * (day - 15)) / 365.25);
}

function eventOn(making: Making, day: EpochDay, per1000: number): boolean {
  const { random, facility, today } = making;
  const months = facility.outbreakMonthsAgo;
  const from =
    months === null ? Infinity : today - Math.round((months + 1) * 30.4);
  const factor = day >= from && day < from + 30 ? 5 : 1;
  return random.chance((per1000 / 1000) * seasonOf(day) * factor);
}

/** A person's years in a bed: some keep it during hospital stays, others return later. */
function reside(
  making: Making,
  resident: Resident,
  from: EpochDay,
  to: EpochDay,
): void {
  const { random, today } = making;
  const [h, ed] = [rateOf(making, "h"), rateOf(making, "ed1000")];
  let admitted = from;
  let origin: DemoStay["admitted_from"] = random.chance(0.45)
    ? "hospital"
    : "community";
  for (let day = from + 1; day < to && day <= today; day += 1) {
    if (eventOn(making, day, ed)) {
      addTransfer(making, resident, day, "ed_only");
    }
    if (random.chance(0.0002)) {
      addTransfer(making, resident, day, "inpatient", 1);
    }
    if (!eventOn(making, day, h)) continue;
    addTransfer(making, resident, day, hospitalOutcome(random));
    const back = day + random.int(3, 9);
    if (!random.chance(0.6) && back < to) {
      addStay(making, resident, admitted, day, origin);
      admitted = day = back;
      origin = "hospital";
    }
  }
  if (admitted <= today) addStay(making, resident, admitted, to, origin);
}

export function makeLongStays(making: Making, from: EpochDay): Resident[] {
  const { facility, random, today } = making;
  const residents: Resident[] = [];
  for (let bed = 0; bed < facility.longStayBeds; bed += 1) {
    let day = from + random.int(0, 45);
    while (day < today) {
      const resident = newResident(making, true);
      const to = day + Math.round(160 + random.exponential(520));
      reside(making, resident, day, to);
      residents.push(resident);
      day = to + random.int(2, 20);
    }
  }
  return residents;
}

const lengthOfStay = ({ random }: Making) =>
  Math.min(75, 5 + Math.round(random.exponential(19)));

/** Returns are more common in winter, and may repeat. */
function admitFromHospital(
  making: Making,
  resident: Resident,
  from: EpochDay,
  to: EpochDay,
  rth: number,
): void {
  const { random, today } = making;
  if (!random.chance((rth / 100) * seasonOf(from, 0.15))) {
    addStay(making, resident, from, to, "hospital");
    return;
  }
  const day = from + random.int(1, 30);
  const keepsBed = random.chance(0.35);
  const end = keepsBed ? to : Math.min(day, to);
  addStay(making, resident, from, end, "hospital");
  addTransfer(making, resident, day, hospitalOutcome(random));
  const back = day + random.int(3, 8);
  if (!keepsBed && day === end && back < today && random.chance(0.45)) {
    const rest = Math.min(35, lengthOfStay(making));
    addStay(making, resident, back, back + rest, "hospital");
  }
}

function admit(
  making: Making,
  resident: Resident,
  from: EpochDay,
  bandAt: (band: number) => number,
): void {
  const { random } = making;
  const length = lengthOfStay(making);
  // Returning patients have fewer events, but rates cover all.
  if (random.chance(0.86)) {
    const rth = 1.2 * rateOf(making, "rth", bandAt);
    admitFromHospital(making, resident, from, from + length, rth);
  } else {
    const origin = random.chance(0.7) ? "community" : "other";
    addStay(making, resident, from, from + length, origin);
  }
  const ed = 1.12 * rateOf(making, "ed", bandAt);
  if (random.chance((ed / 100) * seasonOf(from, 0.15))) {
    addTransfer(making, resident, from + random.int(1, 28), "ed_only");
  }
  if (random.chance(0.04)) {
    addTransfer(making, resident, from + random.int(2, length), "inpatient", 1);
  }
}

/** Later returns neither continue the day count nor fall within 30 days. */
const RETURN_AFTER_DAYS = 45;

export function makeShortStays(making: Making, from: EpochDay): Resident[] {
  const { facility, random, today } = making;
  const residents: Resident[] = [];
  const perDay = facility.admissionsPerYear / 365.25;
  // Facilities were up to two bands off two years ago.
  const drift = random.int(-2, 2);
  for (let day = from; day < today; day += 1) {
    const share = Math.min(1, (today - day) / 730);
    const bandAt = (band: number) =>
      Math.min(9, Math.max(0, band + Math.round(drift * share)));
    const expected = perDay * seasonOf(day);
    for (let left = expected + random.next(); left >= 1; left -= 1) {
      const returns = residents.length > 0 && random.chance(0.08);
      const former = returns ? random.pick(residents) : null;
      const last = former?.stays.at(-1)?.discharged_on ?? Infinity;
      let resident = former;
      if (!resident || last + RETURN_AFTER_DAYS > day) {
        resident = newResident(making, false);
        residents.push(resident);
      }
      admit(making, resident, day, bandAt);
    }
  }
  return residents;
}
