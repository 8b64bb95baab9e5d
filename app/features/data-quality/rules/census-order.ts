import { sortRows, type SortDirection } from "~/domain/lists/table-sort";
import {
  marksOf,
  type Trust,
  FINDING_KINDS,
  type FindingKind,
} from "./census-marks";

export const CENSUS_COLUMNS = [
  "facility",
  "message",
  "movement",
  "movements",
  "residents",
  "doubt",
  "findings",
] as const;
export type CensusColumn = (typeof CENSUS_COLUMNS)[number];

interface OrderedFacility extends Trust, Record<FindingKind, number> {
  facility_name: string;
  last_message: string | null;
  last_movement: string | null;
  movements: number | null;
  residents: number | null;
}

const NUMBERS: Record<
  Exclude<CensusColumn, "facility">,
  (row: OrderedFacility) => number | null
> = {
  message: (row) => msOf(row.last_message),
  movement: (row) => msOf(row.last_movement),
  movements: (row) => row.movements,
  residents: (row) => row.residents,
  doubt: (row) => row.stays_in_doubt / Math.max(1, row.stays),
  findings: (row) => FINDING_KINDS.reduce((sum, kind) => sum + row[kind], 0),
};

function msOf(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

/** Worst first: silent and in doubt, silent, in doubt, then the others. */
function rankOf(facility: Trust): number {
  const words = marksOf(facility).map(({ word }) => word);
  return words.reduce((sum, word) => sum + (word === "Silent" ? 2 : 1), 0);
}

/** Facilities with marks come first if no column is chosen; equal ones go by name. */
export function sortFacilities<Facility extends OrderedFacility>(
  facilities: readonly Facility[],
  column?: CensusColumn,
  direction: SortDirection = "asc",
): Facility[] {
  const name = (row: Facility) => row.facility_name;
  const isByName = column === "facility";
  const byName = sortRows(
    facilities,
    { kind: "name", value: name },
    isByName ? direction : "asc",
  );
  if (isByName) return byName;
  const value = column ? NUMBERS[column] : rankOf;
  return sortRows(
    byName,
    { kind: "number", value },
    column ? direction : "desc",
  );
}
