import type { EventDays, Graphs } from "~/contract/graphs";
import { isoDayOf, type EpochDay, type IsoDay } from "~/domain/calendar";
import type { Question } from "../question";
import type { Census } from "./census";
import { figuresDayByDay, latestReach } from "./day-by-day";

const MS_PER_DAY = 86_400_000;

const MEASURES = [
  ["rth_30", "rth", "settled_adm"],
  ["ed_30", "ed", "settled_adm"],
  ["hosp_1000", "h_events", "pd_lt_doc"],
  ["ed_1000", "ed_events", "pd_lt_doc"],
  ["adm_1000", "adm_events", "pd_lt_doc"],
] as const;

/** Rare events (R362) by slow calculation, one day at a time. Shares no code with the tested measures. */
export function rareEventsDayByDay(
  census: Census,
  whose: Omit<Question, "from" | "to">,
  endDate: EpochDay,
  today: EpochDay,
): NonNullable<Graphs["events"]> {
  const end = new Date(endDate * MS_PER_DAY);
  const monthsBack = (back: number) =>
    Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - back, 1) / MS_PER_DAY;
  const reach = latestReach(census, whose) ?? -Infinity;
  const to = Math.min(endDate, today, reach);
  const begun = Array.from({ length: 18 }, (_, back) =>
    monthsBack(back),
  ).filter((first) => first <= to).length;
  const days: { day: EpochDay; counts: Record<string, number> }[] = [];
  const oldest = Math.min(
    ...census.stays.map(({ admitted_on }) => admitted_on),
    ...census.transfers.map(({ transferred_on }) => transferred_on),
  );
  for (let day = oldest; day <= to; day += 1) {
    const { totals } = figuresDayByDay(census, {
      ...whose,
      from: day,
      to: day,
    });
    days.push({ day, counts: totals });
  }
  const found: Record<string, EventDays> = {};
  for (const [tag, of, over] of MEASURES) {
    const counted = (name: string, day: number) =>
      days.find((one) => one.day === day)?.counts[name] ?? 0;
    const first = monthsBack(17);
    const shown = days.filter(({ day }) => day >= first);
    const monthly = Array.from({ length: begun }, (_, month) =>
      shown
        .filter(
          ({ day }) =>
            day >= monthsBack(17 - month) && day < monthsBack(16 - month),
        )
        .reduce((sum, { counts }) => sum + (counts[of] ?? 0), 0),
    );
    // Every phase that may have limits, and all months.
    const phases = monthly.flatMap((_, first) =>
      monthly.map((_, last) => monthly.slice(first, last + 1)),
    );
    const isRare = [monthly, ...phases.filter((one) => one.length >= 6)].some(
      (phase) =>
        phase.reduce((sum, count) => sum + count, 0) / phase.length < 4,
    );
    if (monthly.every((count) => count === 0) || !isRare) continue;
    const list: { days: IsoDay[]; counted: number[] } = {
      days: [],
      counted: [],
    };
    const add = (day: number, at: number) => {
      list.days.push(isoDayOf(day));
      list.counted.push(at);
    };
    const part = (which: number, all: number, own: number) =>
      over === "settled_adm" ? own - all + which : (own / all) * which;
    const before = days.filter(
      ({ day, counts }) => day < first && (counts[of] ?? 0) > 0,
    );
    const last = before[before.length - 1];
    if (last) {
      let since = 0;
      for (let day = last.day; day < first; day += 1)
        since += counted(over, day);
      const all = counted(of, last.day);
      add(last.day, part(all, all, counted(over, last.day)) - since);
    }
    let sum = 0;
    for (const { day, counts } of shown) {
      const all = counts[of] ?? 0;
      for (let which = 1; which <= all; which += 1) {
        add(day, sum + part(which, all, counts[over] ?? 0));
      }
      sum += counts[over] ?? 0;
    }
    found[tag] = list;
  }
  return found;
}
