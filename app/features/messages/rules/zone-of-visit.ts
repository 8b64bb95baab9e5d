import type { EpochDay } from "~/domain/calendar";
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
export function zonesOfVisits(
  lived: readonly Lived[],
): (facts: MessageFacts) => string | undefined {
  const moves = [...lived]
    .sort(
      (one, other) =>
        one.since - other.since || (one.timeZone < other.timeZone ? -1 : 1),
    )
    .filter(({ timeZone }, at, all) => timeZone !== all[at - 1]?.timeZone);
  return (facts) => {
    const day = spokenDay(facts);
    const [first] = moves;
    const last = moves.filter(({ since }) => since <= day).at(-1);
    return (last ?? first)?.timeZone;
  };
}
