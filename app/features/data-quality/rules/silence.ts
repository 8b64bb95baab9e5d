import type { EpochDay } from "~/domain/calendar";
import { censusLimits } from "./census-marks";

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
const DAYS_OF_WEEK = 7;

/** The movements a facility's feed has sent; instants are milliseconds since 1970, days are UTC. */
export interface FeedMovements {
  /** When its first message was said. */
  firstMessageMs: number;
  /** When its newest movement arrived; null if none has. */
  lastMovementMs: number | null;
  /** Movements per day; days without any may be missing. */
  byDay: ReadonlyMap<EpochDay, number>;
}

/** How lively a facility's feed is (R294). It changes with its movements, and each day. */
export interface Habits {
  /** Movements a day in the last 90 days before the newest one; null until two weeks are known. */
  usual: number | null;
  /** Movements a day in the last seven whole days; null for a feed that is younger. */
  recent: number | null;
  /** Null until the usual rate is known. */
  weekdayRates: readonly number[] | null;
}

/** Counts back from the newest movement. */
export function firstUsualDay(lastMovementMs: number): EpochDay {
  return dayOf(lastMovementMs) - censusLimits.usualDays;
}

/** Leaves out the day of the first message: a feed begins with all residents at once. */
export function habitsOf(
  { firstMessageMs, lastMovementMs, byDay }: FeedMovements,
  today: EpochDay,
): Habits {
  const firstDay = dayOf(firstMessageMs) + 1;
  const recentFrom = today - censusLimits.recentDays;
  const recent =
    firstDay > recentFrom
      ? null
      : sumOf(byDay, recentFrom, today) / censusLimits.recentDays;
  const unknown = { usual: null, recent, weekdayRates: null };
  if (lastMovementMs === null) return unknown;
  const until = dayOf(lastMovementMs);
  const from = Math.max(firstUsualDay(lastMovementMs), firstDay);
  const days = until - from;
  if (days < censusLimits.fewestUsualDays) return unknown;
  return {
    usual: sumOf(byDay, from, until) / days,
    recent,
    weekdayRates: ratesOf(byDay, from, until),
  };
}

/**
 * True if the gap is unlikely to be chance (R295). The last 90 days give the expected movements by weekday; a Poisson
 * process with n expected movements has none with probability e^−n.
 */
export function isSilent(
  lastMovementMs: number | null,
  { weekdayRates }: Habits,
  now: Date,
): boolean {
  if (lastMovementMs === null || weekdayRates === null) return false;
  const gap = { from: lastMovementMs, to: now.getTime() };
  return (
    gap.to - gap.from >= censusLimits.shortestSilenceHours * MS_PER_HOUR &&
    Math.exp(-expectedIn(gap, weekdayRates)) < censusLimits.silenceChance
  );
}

/** The hour in which the gap of a feed became too long; null while it is not silent. The longer a gap, the less it is chance. */
export function silentSince(
  lastMovementMs: number | null,
  habits: Habits,
  now: Date,
): Date | null {
  if (lastMovementMs === null || !isSilent(lastMovementMs, habits, now)) {
    return null;
  }
  const after = (hours: number) =>
    new Date(Math.min(lastMovementMs + hours * MS_PER_HOUR, now.getTime()));
  let usual = 0;
  let silent = Math.ceil((now.getTime() - lastMovementMs) / MS_PER_HOUR);
  while (silent - usual > 1) {
    const hours = Math.floor((usual + silent) / 2);
    if (isSilent(lastMovementMs, habits, after(hours))) silent = hours;
    else usual = hours;
  }
  return after(silent);
}

function dayOf(ms: number): EpochDay {
  return Math.floor(ms / MS_PER_DAY);
}

function weekdayOf(day: EpochDay): number {
  return ((day % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
}

/** Excludes the last day. */
function sumOf(
  byDay: ReadonlyMap<EpochDay, number>,
  from: EpochDay,
  until: EpochDay,
): number {
  let sum = 0;
  for (let day = from; day < until; day += 1) sum += byDay.get(day) ?? 0;
  return sum;
}

/** Excludes the last day. */
function ratesOf(
  byDay: ReadonlyMap<EpochDay, number>,
  from: EpochDay,
  until: EpochDay,
): number[] {
  const sums = Array.from({ length: DAYS_OF_WEEK }, () => ({
    days: 0,
    movements: 0,
  }));
  for (let day = from; day < until; day += 1) {
    const sum = sums[weekdayOf(day)];
    if (!sum) continue;
    sum.days += 1;
    sum.movements += byDay.get(day) ?? 0;
  }
  return sums.map(({ days, movements }) => movements / days);
}

/** Each weekday has its own rate. */
function expectedIn(
  gap: { from: number; to: number },
  rates: readonly number[],
): number {
  const weeks = Math.floor((gap.to - gap.from) / (DAYS_OF_WEEK * MS_PER_DAY));
  let expected = weeks * rates.reduce((sum, rate) => sum + rate, 0);
  let at = gap.from + weeks * DAYS_OF_WEEK * MS_PER_DAY;
  while (at < gap.to) {
    const end = Math.min(gap.to, (dayOf(at) + 1) * MS_PER_DAY);
    expected += ((end - at) / MS_PER_DAY) * (rates[weekdayOf(dayOf(at))] ?? 0);
    at = end;
  }
  return expected;
}
