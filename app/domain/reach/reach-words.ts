import { usDayOf, type IsoDay } from "../calendar";

export interface Reach {
  /** The earliest cut-off among the facilities; null if a facility never had complete data, which then does not count. */
  earliest: IsoDay | null;
  latest: IsoDay;
}

/** Null where all of the range counts, or the host does not say. Days after `today` are beyond every cut-off, and nobody misses them. */
export function throughDay(
  reach: Reach | null,
  endDate: IsoDay,
  today: IsoDay,
): IsoDay | null {
  if (!reach) return null;
  const through = reach.earliest ?? reach.latest;
  const end = endDate < today ? endDate : today;
  return through < end ? through : null;
}

export function throughText(through: IsoDay | null): string {
  return through === null ? "" : ` · through ${usDayOf(through)}`;
}

export function noDataAfter(latest: IsoDay): string {
  return `No data after ${usDayOf(latest)}.`;
}

export function reachNotes(
  reach: Reach | null,
  endDate: IsoDay,
  today: IsoDay,
): string[] {
  if (!reach) return [];
  return [
    ...(reach.earliest === null
      ? ["Some facilities have never had complete data, so they count nothing."]
      : []),
    ...throughNotes(reach, endDate, today),
  ];
}

function throughNotes(reach: Reach, endDate: IsoDay, today: IsoDay): string[] {
  const through = throughDay(reach, endDate, today);
  if (through === null) return [];
  const end = endDate < today ? endDate : today;
  const latest = reach.latest < end ? reach.latest : end;
  const day = usDayOf(through);
  return latest === through
    ? [`Counted through ${day}: the data of later days are not complete yet.`]
    : [
        `Counted through ${day} at some facilities, and at others up to ${usDayOf(latest)}.`,
        "The data of later days are not complete yet.",
      ];
}
