import {
  sortRows,
  type SortDirection,
  type SortKind,
  type SortValue,
} from "~/domain/lists/table-sort";
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

const ORDERS: Record<
  CensusColumn,
  { kind: SortKind; value: (facility: OrderedFacility) => SortValue }
> = {
  facility: { kind: "name", value: (row) => row.facility_name },
  message: { kind: "number", value: (row) => msOf(row.last_message) },
  movement: { kind: "number", value: (row) => msOf(row.last_movement) },
  movements: { kind: "number", value: (row) => row.movements },
  residents: { kind: "number", value: (row) => row.residents },
  doubt: {
    kind: "number",
    value: ({ stays, stays_in_doubt: inDoubt }) => inDoubt / Math.max(1, stays),
  },
  findings: {
    kind: "number",
    value: (row) => FINDING_KINDS.reduce((sum, kind) => sum + row[kind], 0),
  },
};

function msOf(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

/** Worst first: silent and in doubt, silent, in doubt, then the others. */
const BY_MARKS: { kind: SortKind; value: (facility: Trust) => SortValue } = {
  kind: "number",
  value: (facility) =>
    marksOf(facility).reduce(
      (sum, { word }) => sum + (word === "Silent" ? 2 : 1),
      0,
    ),
};

/** Facilities with marks come first if no column is chosen; equal ones go by name. */
export function sortFacilities<Facility extends OrderedFacility>(
  facilities: readonly Facility[],
  column?: CensusColumn,
  direction: SortDirection = "asc",
): Facility[] {
  const byName = sortRows(facilities, ORDERS.facility, "asc");
  return column === undefined
    ? sortRows(byName, BY_MARKS, "desc")
    : sortRows(byName, ORDERS[column], direction);
}
