import { usDayOf, type IsoDay } from "../calendar";

/** How far the data of some facilities reach (R245). */
export interface Reach {
  /** The earliest cut-off among the facilities; null if a facility never had complete data, which then does not count. */
  earliest: IsoDay | null;
  latest: IsoDay;
}

/**
 * The day through which a range counts, as far as anything of it counts everywhere; null where all of it does, and where
 * the host does not say how far its data reach.
 *
 * @param today days after it are passed by every reach, and nobody misses them
 */
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

/** ' · through 06/01/2026', for the head of a page; empty where a range counts whole (R251). */
export function throughText(through: IsoDay | null): string {
  return through === null ? "" : ` · through ${usDayOf(through)}`;
}

/** What is said of a range that lies wholly beyond the reach (R499). */
export function noDataAfter(latest: IsoDay): string {
  return `No data after ${usDayOf(latest)}.`;
}

/** What a page says of a range that the data do not reach (R251). */
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
