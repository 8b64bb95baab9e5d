import type { EpochDay } from "~/domain/calendar";
import type { PlacedEvent, PlacedStay } from "../totals/patient-histories";
import { BANDS, type Band } from "../totals/total-columns";
import {
  isEdVisit,
  isHospitalization,
  isUnplannedAdmission,
} from "~/domain/residents/transfer-kinds";

export const IS = {
  isnp: 1,
  fromHospital: 2,
  rth: 4,
  ed: 8,
  hospitalization: 2,
  edVisit: 4,
  unplannedAdmission: 8,
} as const;

export type StayNumbers = readonly [
  patientId: number,
  band: number,
  admitted: EpochDay,
  end: EpochDay,
  longStayFrom: EpochDay,
  bits: number,
];

export type EventNumbers = readonly [day: EpochDay, bits: number];

/** The end of an open stay: after all days. */
export const NO_END: EpochDay = 2 ** 31 - 1;

const HIGH = 2 ** 32;
const NUMBERS = { head: 3, patient: 3, stay: 5, event: 2 } as const;

export function numbersOfStay(stay: PlacedStay, band: Band): StayNumbers {
  return [
    stay.patient_id,
    BANDS.indexOf(band),
    stay.admitted_on,
    stay.days_end ?? NO_END,
    stay.long_stay_from,
    (stay.isnp && IS.isnp) +
      (stay.admitted_from === "hospital" ? IS.fromHospital : 0) +
      (stay.rth && IS.rth) +
      (stay.ed && IS.ed),
  ];
}

export function numbersOfEvent(event: PlacedEvent): EventNumbers {
  return [
    event.transferred_on,
    (event.isnp && IS.isnp) +
      (isHospitalization(event) ? IS.hospitalization : 0) +
      (isEdVisit(event) ? IS.edVisit : 0) +
      (isUnplannedAdmission(event) ? IS.unplannedAdmission : 0),
  ];
}

export function compareNumbers(
  one: readonly number[],
  other: readonly number[],
): number {
  for (let at = 0; at < one.length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Packs a physician's stays and events in one facility as little-endian 32-bit numbers: the number of patients, stays
 * and events; per patient the id in two halves and the band; per stay the patient's index, its days and bits; per event
 * its day and bits. Sorted, so equal content gives equal bytes.
 */
export function packHistory(
  stays: readonly StayNumbers[],
  events: readonly EventNumbers[],
): Buffer {
  const patients: number[] = [];
  const packedStays: number[] = [];
  let patient = -1;
  let last: number | null = null;
  for (const [id, band, ...days] of [...stays].sort(compareNumbers)) {
    if (id !== last) {
      patients.push(id % HIGH, Math.floor(id / HIGH), band);
      patient += 1;
      last = id;
    }
    packedStays.push(patient, ...days);
  }
  const packed = Int32Array.from([
    patient + 1,
    stays.length,
    events.length,
    ...patients,
    ...packedStays,
    ...[...events].sort(compareNumbers).flat(),
  ]);
  return Buffer.from(packed.buffer);
}

/** Reads a packed history; throws if it is truncated. Returns numbers instead of objects: there are millions of stays. */
export class PackedHistory {
  private readonly numbers: Int32Array;
  readonly patients: number;
  private readonly stays: number;
  private readonly events: number;

  constructor(bytes: Uint8Array) {
    // The copy is aligned for 32-bit numbers.
    this.numbers = new Int32Array(new Uint8Array(bytes).buffer);
    this.patients = this.numbers[0] ?? 0;
    this.stays = this.numbers[1] ?? 0;
    this.events = this.numbers[2] ?? 0;
    const expected =
      NUMBERS.head +
      NUMBERS.patient * this.patients +
      NUMBERS.stay * this.stays +
      NUMBERS.event * this.events;
    if (this.numbers.length !== expected) {
      throw new Error("a packed history is not as long as it says");
    }
  }

  patientId(patient: number): number {
    const at = NUMBERS.head + NUMBERS.patient * patient;
    return (this.at(at) >>> 0) + this.at(at + 1) * HIGH;
  }

  bandOf(patient: number): Band {
    return BANDS[this.bandIndexOf(patient)] ?? "none";
  }

  stayNumbers(): StayNumbers[] {
    const stays: StayNumbers[] = [];
    this.eachStay((patient, ...days) => {
      stays.push([this.patientId(patient), this.bandIndexOf(patient), ...days]);
    });
    return stays;
  }

  eventNumbers(): EventNumbers[] {
    const events: EventNumbers[] = [];
    this.eachEvent((day, bits) => events.push([day, bits]));
    return events;
  }

  hasIsnpStay(): boolean {
    let has = false;
    this.eachStay((_patient, _admitted, _end, _longStayFrom, bits) => {
      has ||= (bits & IS.isnp) > 0;
    });
    return has;
  }

  eachStay(
    take: (
      patient: number,
      admitted: EpochDay,
      end: EpochDay,
      longStayFrom: EpochDay,
      bits: number,
    ) => void,
  ): void {
    let at = NUMBERS.head + NUMBERS.patient * this.patients;
    for (let stay = 0; stay < this.stays; stay += 1, at += NUMBERS.stay) {
      take(
        this.at(at),
        this.at(at + 1),
        this.at(at + 2),
        this.at(at + 3),
        this.at(at + 4),
      );
    }
  }

  eachEvent(take: (day: EpochDay, bits: number) => void): void {
    let at =
      NUMBERS.head +
      NUMBERS.patient * this.patients +
      NUMBERS.stay * this.stays;
    for (let event = 0; event < this.events; event += 1, at += NUMBERS.event) {
      take(this.at(at), this.at(at + 1));
    }
  }

  private bandIndexOf(patient: number): number {
    return this.at(NUMBERS.head + NUMBERS.patient * patient + 2);
  }

  private at(index: number): number {
    return this.numbers[index] ?? 0;
  }
}
