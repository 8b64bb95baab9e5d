import {
  sortRows,
  type SortDirection,
  type SortKind,
} from "~/domain/lists/table-sort";
import { SHOWN, type todayCounts } from "./list";

const COLUMNS = ["name", "region", ...SHOWN] as const;

export interface FacilitiesSort {
  column: (typeof COLUMNS)[number];
  direction: SortDirection;
}

interface Facility extends ReturnType<typeof todayCounts> {
  facility_name: string;
  region_name: string;
}

/** The order that a query asks for; null for none, and for a column that there is not. */
export function readFacilitiesSort(
  search: URLSearchParams,
): FacilitiesSort | null {
  const column = COLUMNS.find((one) => one === search.get("sort"));
  const direction = search.get("dir") === "desc" ? "desc" : "asc";
  return column ? { column, direction } : null;
}

export function sortFacilities<Row extends Facility>(
  facilities: readonly Row[],
  sort: FacilitiesSort | null,
): Row[] {
  const byName = sortRows(
    facilities,
    { value: ({ facility_name }) => facility_name, kind: "name" },
    "asc",
  );
  if (sort === null) {
    return byName.sort(
      (one, other) => other.attention - one.attention || other.out - one.out,
    );
  }
  const { column, direction } = sort;
  const isName = column === "name" || column === "region";
  const kind: SortKind = isName ? "name" : "number";
  const value = (row: Row) =>
    isName
      ? row[`${column === "name" ? "facility" : column}_name`]
      : row[column];
  return sortRows(byName, { value, kind }, direction);
}
