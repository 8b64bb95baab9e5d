import type { ListSort } from "~/domain/lists/list-page";
import { sortRows, type SortKind } from "~/domain/lists/table-sort";
import { SHOWN, type todayCounts } from "./list";

export const FACILITY_COLUMNS = ["name", "region", ...SHOWN] as const;

export type FacilitiesSort = ListSort<(typeof FACILITY_COLUMNS)[number]>;

interface Facility extends ReturnType<typeof todayCounts> {
  facility_name: string;
  region_name: string;
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
