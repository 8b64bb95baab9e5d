import type { ListSort } from "~/domain/lists/list-page";
import {
  sortRows,
  type SortKind,
  type SortValue,
} from "~/domain/lists/table-sort";
import { lastFirst } from "~/domain/person-name";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import { isInWindow } from "./resident-day";
import {
  isInHouse,
  type CountedRow,
  type Listed,
  type TodayCounts,
} from "./list";

export const TODAY_COLUMNS = [
  "name",
  "facility",
  "day",
  "window",
  "long_stay",
  "frailty",
  "hospital",
  "ed",
  "note",
  "physician",
] as const;

type TodayColumn = (typeof TODAY_COLUMNS)[number];

export type TodaySort = ListSort<TodayColumn>;

/**
 * Those who need attention come first, by rules and days left of the 30; then those at hospital, by the latest
 * departure; then the others by name (R333).
 */
export function grouped<One extends Listed>(
  all: readonly One[],
  sort: TodaySort | null,
) {
  const byName = sortRows(all, NAME, "asc");
  const groups = {
    attention: byNeed(byName),
    out: sortRows(
      byName.filter((one) => !isInHouse(one)),
      { value: ({ row }: One) => row.out_since, kind: "date" },
      "desc",
    ),
    others: byName.filter((one) => isInHouse(one) && !needsAttention(one)),
  };
  if (!sort) return groups;
  const { column, direction } = sort;
  const sorted = (part: One[]) => sortRows(part, COLUMNS[column], direction);
  return {
    attention: sorted(groups.attention),
    out: sorted(groups.out),
    others: sorted(groups.others),
  };
}

/** Those who need attention, by rules and days left; those alike keep their order. */
function byNeed<One extends Listed<CountedRow>>(all: readonly One[]): One[] {
  return all
    .filter(needsAttention)
    .sort(
      (one, other) =>
        other.day.reasons.length - one.day.reasons.length ||
        leftOf(one) - leftOf(other),
    );
}

/** Residents at hospital have no reasons. */
function needsAttention({ day }: Listed<CountedRow>): boolean {
  return day.reasons.length > 0;
}

/** Those with a high-risk note come first: a sheet cuts them last (R556). */
export function highRiskFirst<One extends Listed>(attention: readonly One[]) {
  return sortRows(attention, HIGH_RISK, "desc");
}

const HIGH_RISK = {
  value: ({ day }: Listed) => Number(day.reasons.includes("high_risk_note")),
  kind: "number",
} as const;

/** So many residents are named on a profile. */
const NAMED = 3;

export function firstOf(
  all: readonly Listed<CountedRow & { resident_id: number }>[],
) {
  return byNeed(sortRows(all.filter(needsAttention), NAME, "asc"))
    .slice(0, NAMED)
    .map(({ row, day }) => ({
      resident_id: row.resident_id,
      last_name: row.last_name,
      first_name: row.first_name,
      rule: day.reasons[0],
    }));
}

export interface FacilityCounts extends TodayCounts {
  facility_id: number;
  first: ReturnType<typeof firstOf>;
}

/** Units in order; residents without one come last. */
export function byUnit<One extends Listed>(listed: readonly One[]): One[] {
  const unit = { value: ({ row }: One) => row.unit, kind: "name" } as const;
  return sortRows(sortRows(listed, unit, "asc"), COLUMNS.facility, "asc");
}

/** Residents without an open window come last. */
function leftOf({ day }: Listed<CountedRow>): number {
  return isInWindow(day) && day.window
    ? day.window.daysLeft
    : RETURN_WINDOW_DAYS + 1;
}

/** More than anybody has of one kind in 180 days. */
const MOST = 1_000;

/** Counts of the three spans as one number: the shortest span weighs most. */
function counts(...spans: number[]): number {
  return spans.reduce((sum, one) => sum * MOST + one, 0);
}

const NAME = {
  value: ({ row }: Listed<CountedRow>) =>
    lastFirst(row.last_name, row.first_name),
  kind: "name",
} as const;

const COLUMNS: Record<
  TodayColumn,
  { value: (one: Listed) => SortValue; kind: SortKind }
> = {
  name: NAME,
  facility: { value: ({ row }) => row.facility_name, kind: "name" },
  day: { value: ({ day }) => day.dayOfStay, kind: "number" },
  window: {
    value: (one) => (isInWindow(one.day) ? one.day.window?.daysLeft : null),
    kind: "number",
  },
  long_stay: { value: ({ day }) => day.longStay.daysLeft, kind: "number" },
  frailty: {
    value: ({ row }) => row.frailty_score,
    kind: "score",
  },
  hospital: {
    value: ({ row }) =>
      counts(
        row.hospitalizations_30,
        row.hospitalizations_90,
        row.hospitalizations_180,
      ),
    kind: "number",
  },
  ed: {
    value: ({ row }) =>
      counts(row.ed_visits_30, row.ed_visits_90, row.ed_visits_180),
    kind: "number",
  },
  note: { value: ({ row }) => noteTime(row.last_note_at), kind: "number" },
  physician: { value: ({ row }) => row.physician_name, kind: "name" },
};

function noteTime(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}
