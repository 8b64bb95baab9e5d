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
