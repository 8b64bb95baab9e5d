import type { ToldStay } from "./visit-stays";
import type { Moment } from "./words";
import type { EpochDay } from "~/domain/calendar";

export interface CensusStay {
  id: number;
  facilityId: number;
  admittedOn: EpochDay;
  dischargedOn: EpochDay | null;
  npi: number | null;
  admittedFrom: AdmittedFrom;
  isnp: boolean;
  /** Null: not known. */
  unit: string | null;
  /** When it was last imported with another value. */
  saidMs: number;
}

export type AdmittedFrom = "hospital" | "community" | "other";

/** A stay that counts. */
export interface ResidentStay extends Omit<CensusStay, "id" | "saidMs"> {
  /** Of the census; null for one that only messages tell of. */
  censusId: number | null;
  /** Whose word is the later one. */
  wordOf: "census" | "feed";
  /** As the messages tell it; its admission is null where the census alone tells that. */
  told:
    | (Omit<ToldStay, "admitted" | "claimedDays" | "isOfUpdates"> & {
        admitted: Moment | null;
      })
    | null;
}

/** Whether a stay holds a moment. Of the days on which it begins and ends the hours count, where messages tell them. */
export function isInHouseAt(
  { admittedOn, dischargedOn, told }: ResidentStay,
  { ms, day, isDayAlone }: Moment,
): boolean {
  const end = dischargedOn ?? Infinity;
  if (day < admittedOn || end < day) return false;
  if (isDayAlone) return true;
  return (
    msOn(admittedOn, told?.admitted, -Infinity) <= ms &&
    ms <= msOn(end, told?.discharged, Infinity)
  );
}

/** The hours that messages tell of a day; the census, where it has the later word, may have another day. */
function msOn(
  day: number,
  told: Moment | null | undefined,
  unknown: number,
): number {
  return told?.day === day ? told.ms : unknown;
}
