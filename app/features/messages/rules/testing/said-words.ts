import { deriveResident, type Resident } from "../resident";
import type { CensusTransfer } from "../resident-transfers";
import type { Moment, Word } from "../words";
import type { CensusStay } from "../visit-stays";

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const MAPLE = 100;
export const CEDAR = 200;
const GENERAL = 900;

/** Day and hour, such as 10.5 for the noon of the tenth. */
export function moment(day: number): Moment {
  const ms = Math.round(day * DAY);
  const whole = Math.floor(day);
  return { ms, day: whole, minute: Math.floor((ms - whole * DAY) / 60_000) };
}

let id = 0;

export function word(
  event: Word["event"],
  day: number | null,
  more: Partial<Word> = {},
): Word {
  id += 1;
  return {
    id,
    facilityId: MAPLE,
    role: "facility",
    event,
    happened: day === null ? null : moment(day),
    saidMs: Math.round((day ?? 0) * DAY) + HOUR,
    visitNumber: "V1",
    patientClass: "I",
    ...more,
  };
}

export function hospital(
  event: Word["event"],
  day: number,
  patientClass: string,
  more: Partial<Word> = {},
): Word {
  return word(event, day, {
    facilityId: GENERAL,
    role: "hospital",
    visitNumber: "H1",
    patientClass,
    ...more,
  });
}

export const saidAt = (day: number) => ({ saidMs: day * DAY });

export function row(more: Partial<CensusStay> = {}): CensusStay {
  return {
    id: 1,
    facility_id: MAPLE,
    admitted_on: 10,
    discharged_on: null,
    npi: 5,
    admitted_from: "hospital",
    isnp: 1,
    unit: null,
    admitted_minute: null,
    said_ms: 12 * DAY,
    ...more,
  };
}

export function derived(
  words: Word[],
  stays: CensusStay[] = [],
  transfers: CensusTransfer[] = [],
): Resident {
  return deriveResident(words, stays, transfers);
}

/** Each stay as `facility from-to`, with commas. */
export function stays(words: Word[], census: CensusStay[] = []): string {
  return derived(words, census)
    .stays.map(
      ({ facility_id, admitted_on, discharged_on }) =>
        `${facility_id} ${admitted_on}-${discharged_on ?? ""}`,
    )
    .join(", ");
}

/** Each transfer as `facility day outcome`, with its other facts. */
export function transfers(
  words: Word[],
  census: CensusTransfer[] = [],
): string {
  return derived(words, [], census)
    .transfers.map((one) =>
      [
        one.facility_id,
        one.transferred_on,
        one.outcome,
        ...(one.planned ? ["planned"] : []),
        ...(one.assumed ? ["assumed"] : []),
      ].join(" "),
    )
    .join(", ");
}
