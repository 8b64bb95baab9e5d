import { readSort } from "~/domain/lists/list-page";
import { parseFrailtyFilter, type FrailtyFilter } from "~/domain/frailty";
import { isShown, physicianKey, SHOWN, type Listed, type Shown } from "./list";
import { TODAY_COLUMNS, type TodaySort } from "./order";

export interface TodayFilters {
  show: Shown | null;
  frailty: FrailtyFilter;
  unit: string | null;
  /** A {@link physicianKey}. */
  physician: string | null;
  facility: string | null;
}

export const NO_FILTERS: TodayFilters = {
  show: null,
  frailty: "all",
  unit: null,
  physician: null,
  facility: null,
};

/** Ignores what cannot be used. */
export function readTodayQuery(search: URLSearchParams): {
  filters: TodayFilters;
  sort: TodaySort | null;
} {
  return {
    filters: {
      show: SHOWN.find((one) => one === search.get("show")) ?? null,
      frailty: parseFrailtyFilter(search.get("frailty")),
      unit: search.get("unit") || null,
      physician: search.get("physician") || null,
      facility: search.get("facility-id") || null,
    },
    sort: readSort(search, TODAY_COLUMNS),
  };
}

/** Leaves out defaults. */
export function todayQuery(
  { show, frailty, unit, physician, facility }: TodayFilters,
  sort: TodaySort | null,
): Record<string, string | undefined> {
  return {
    show: show ?? undefined,
    frailty: frailty === "all" ? undefined : frailty,
    unit: unit ?? undefined,
    physician: physician ?? undefined,
    "facility-id": facility ?? undefined,
    sort: sort?.column,
    dir: sort?.direction,
  };
}

export function narrowed<One extends Listed>(
  all: readonly One[],
  { show, frailty, unit, physician, facility }: TodayFilters,
): One[] {
  return all.filter(
    (one) =>
      (show === null || isShown(one, show)) &&
      (frailty === "all" || one.day.band === frailty) &&
      (unit === null || one.row.unit === unit) &&
      (physician === null || physicianKey(one) === physician) &&
      (facility === null || String(one.row.facility_id) === facility),
  );
}

/** Levels where Today lists residents; at higher levels it lists facilities. */
export const RESIDENT_LEVELS = ["facility", "physician"] as const;

export type ResidentLevel = (typeof RESIDENT_LEVELS)[number];
