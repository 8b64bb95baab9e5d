import type { EpochDay } from "../calendar";
import type { MessageFacts } from "./message-facts";
import { writtenDay } from "./message-time";

/** Since when a resident is known to live where clocks show a time zone. */
export interface Lived {
  since: EpochDay;
  timeZone: string;
}

/** The day that a message of any clock speaks of. */
export function spokenDay({ happened, said }: MessageFacts): EpochDay {
  return writtenDay(happened ?? said) ?? -Infinity;
}

/**
 * By which clocks a hospital's notice is read that may be of any facility's resident: those of where they lived last before it, else
 * of where they first did. Undefined where nobody has told.
 */
export function zoneOfVisit(
  facts: MessageFacts,
  lived: readonly Lived[],
): string | undefined {
  const day = spokenDay(facts);
  const byDay = [...lived].sort(
    (one, other) =>
      one.since - other.since || (one.timeZone < other.timeZone ? -1 : 1),
  );
  const before = byDay.filter(({ since }) => since <= day);
  return (before.at(-1) ?? byDay[0])?.timeZone;
}
