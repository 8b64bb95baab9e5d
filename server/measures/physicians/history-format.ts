import type { EpochDay } from "~/domain/calendar";
import type { Flag, StayTable } from "~server/store/schema";
import type { TalliedEvent } from "../totals/tally-patient";
import { BANDS, type Band } from "../totals/total-columns";
import {
  isEdVisit,
  isHospitalization,
  isUnplannedAdmission,
} from "../transfer-kinds";

/** A stay with a physician, or with none. */
export interface HistoryStay extends Pick<
  StayTable,
  | "patient_id"
  | "admitted_on"
  | "discharged_on"
  | "admitted_from"
  | "isnp"
  | "long_stay_from"
  | "rth"
  | "ed"
> {
  band: Band;
}

/** A transfer of a long-stay resident from a stay with the physician. */
export type HistoryEvent = TalliedEvent & { isnp: Flag };

/** What a stay, or an event, is: bits. */
export const IS = {
  isnp: 1,
  fromHospital: 2,
  rth: 4,
  ed: 8,
  hospitalization: 2,
  edVisit: 4,
  unplannedAdmission: 8,
} as const;

/** After all days: the end of a stay that goes on. */
const NO_END: EpochDay = 2 ** 31 - 1;

const HIGH = 2 ** 32;
const NUMBERS = { head: 3, patient: 3, stay: 5, event: 2 } as const;

/**
 * A physician's stays and events in one facility as numbers of 32 bits, little-endian: how many patients, stays and events;
 * the id of each patient in two halves and its band; of each stay the patient's number, its days and what it is; of each
 * event its day and what it is.
 */
export function packHistory(
  stays: readonly HistoryStay[],
  events: readonly HistoryEvent[],
): Buffer {
  const numberOf = new Map<number, number>();
  const patients: number[] = [];
  for (const { patient_id: id, band } of stays) {
    if (numberOf.has(id)) continue;
    numberOf.set(id, numberOf.size);
    patients.push(id % HIGH, Math.floor(id / HIGH), BANDS.indexOf(band));
  }
  const packed = Int32Array.from([
    numberOf.size,
    stays.length,
    events.length,
    ...patients,
    ...stays.flatMap((stay) => [
      numberOf.get(stay.patient_id) ?? 0,
      stay.admitted_on,
      stay.discharged_on ?? NO_END,
      stay.long_stay_from,
      bitsOfStay(stay),
    ]),
    ...events.flatMap((event) => [event.transferred_on, bitsOfEvent(event)]),
  ]);
  return Buffer.from(packed.buffer);
}

function bitsOfStay(stay: HistoryStay): number {
  return (
    (stay.isnp && IS.isnp) +
    (stay.admitted_from === "hospital" ? IS.fromHospital : 0) +
    (stay.rth && IS.rth) +
    (stay.ed && IS.ed)
  );
}

function bitsOfEvent(event: HistoryEvent): number {
  return (
    (event.isnp && IS.isnp) +
    (isHospitalization(event) ? IS.hospitalization : 0) +
    (isEdVisit(event) ? IS.edVisit : 0) +
    (isUnplannedAdmission(event) ? IS.unplannedAdmission : 0)
  );
}

/** Reads a packed history; throws where it is cut. Stays and events are handed over as numbers: there are millions of them. */
export class PackedHistory {
  private readonly numbers: Int32Array;
  readonly patients: number;
  private readonly stays: number;
  private readonly events: number;

  constructor(bytes: Uint8Array) {
    // A copy begins where numbers of 32 bits may begin.
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
    const at = NUMBERS.head + NUMBERS.patient * patient;
    return BANDS[this.at(at + 2)] ?? "none";
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

  private at(index: number): number {
    return this.numbers[index] ?? 0;
  }
}
