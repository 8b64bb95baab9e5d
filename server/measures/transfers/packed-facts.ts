import { sql, type RawBuilder, type SqlBool } from "kysely";
import {
  bandOf,
  FIRST_SHIFT_FROM,
  HOURS_OF_A_GROUP,
  HOURS_OF_A_SHIFT,
  keysOf,
  LAST_DAY,
  NOT_KNOWN,
  SHIFT_KEYS,
  weekdayOf,
  type OrderedGrouping,
} from "~/features/transfers/rules";
import type { TripRow } from "~/domain/residents/transfer-kinds";
import type { Flag, StayTable } from "~server/store/schema";

const OUTCOMES = keysOf("outcome");
const HOURS = keysOf("hour");
const TIMES = keysOf("weekday_hour");
const SHIFTS = keysOf("shift");
/** Days since admission, then all later days, and none without a stay. */
const DAYS = [...Array(LAST_DAY + 2).keys(), null];

/** Digits of `transfers.facts`, the last one first, with the number of their values. */
const SIZES = {
  shift: SHIFTS.length,
  weekday_hour: TIMES.length,
  day: DAYS.length,
  outcome: OUTCOMES.length,
  planned: 2,
  isnp: 2,
};

export type Digit = keyof typeof SIZES;
export const DIGITS = Object.entries(SIZES) as [Digit, size: number][];

/** The digit that a grouping is counted by, and the key of each of its values. */
export const ORDERED: Record<
  OrderedGrouping,
  { digit: Digit; keys: readonly string[] }
> = {
  outcome: { digit: "outcome", keys: OUTCOMES },
  since_admission: {
    digit: "day",
    keys: DAYS.map((day) => (day === null ? NOT_KNOWN : bandOf(day))),
  },
  weekday: {
    digit: "weekday_hour",
    keys: keysOf("weekday").flatMap((day) => HOURS.map(() => day)),
  },
  hour: {
    digit: "weekday_hour",
    keys: keysOf("weekday").flatMap(() => HOURS),
  },
  weekday_hour: { digit: "weekday_hour", keys: TIMES },
  shift: { digit: "shift", keys: SHIFTS },
};

/** What a transfer is counted by (R356), in one number: databases read a year of them much faster than the columns. */
export function packFacts(
  {
    day,
    minuteOfDay: minute,
    outcome,
  }: Pick<TripRow, "day" | "minuteOfDay" | "outcome">,
  planned: Flag,
  stay: Pick<StayTable, "admitted_on" | "isnp"> | undefined,
): number {
  const kind = planned === 1 && outcome !== "ed_only" ? "planned" : outcome;
  const hour =
    minute === null
      ? HOURS.indexOf(NOT_KNOWN)
      : Math.floor(minute / 60 / HOURS_OF_A_GROUP);
  const since = stay && Math.max(0, day - stay.admitted_on);
  const digits: Record<Digit, number> = {
    shift: shiftOf(minute),
    weekday_hour: weekdayOf(day) * HOURS.length + hour,
    day: since === undefined ? DAYS.indexOf(null) : Math.min(since, LATER),
    outcome: OUTCOMES.indexOf(kind),
    planned,
    isnp: stay?.isnp ?? 0,
  };
  return DIGITS.reduceRight(
    (number, [digit, size]) => number * size + digits[digit],
    0,
  );
}

const LATER = LAST_DAY + 1;

function shiftOf(minute: number | null): number {
  if (minute === null) return SHIFTS.indexOf(NOT_KNOWN);
  const hours = minute / 60 + 24 - FIRST_SHIFT_FROM;
  return Math.floor(hours / HOURS_OF_A_SHIFT) % SHIFT_KEYS.length;
}

/** A row of `transfers` has one of these values. */
export function hasDigit(
  digit: Digit,
  values: readonly number[],
): RawBuilder<SqlBool> {
  const at = DIGITS.findIndex(([one]) => one === digit);
  const unit = DIGITS.slice(0, at).reduce((all, [, size]) => all * size, 1);
  return sql`transfers.facts / ${sql.lit(unit)} % ${sql.lit(SIZES[digit])} in (${sql.join(values)})`;
}

export function isOrdered(by: string): by is OrderedGrouping {
  return by in ORDERED;
}

/** A row of `transfers` belongs to a group. */
export function isInOrdered(
  by: OrderedGrouping,
  key: string,
): RawBuilder<SqlBool> {
  const { digit, keys } = ORDERED[by];
  const values = keys.flatMap((one, value) => (one === key ? [value] : []));
  return hasDigit(digit, values);
}
