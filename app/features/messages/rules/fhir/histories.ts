import { readTime } from "../message-time";
import type { Period } from "./resources";

/** A part of a history, such as where somebody was from when to when. */
interface Part {
  period?: Period | undefined;
}

/**
 * The parts of a history by when they began, and those that began together by when they ended; in what order a sender lists them says
 * nothing. Parts without a beginning are the oldest, as they were sent.
 */
export function oldestFirst<Kind extends Part>(
  parts: readonly Kind[] | undefined,
): Kind[] {
  const msOf = (text: string | undefined, unknown: number) =>
    (text && readTime(text, UTC)?.ms) || unknown;
  const began = ({ period }: Kind) => msOf(period?.start, -Infinity);
  const ended = ({ period }: Kind) => msOf(period?.end, Infinity);
  return [...(parts ?? [])].sort(
    (one, other) =>
      order(began(one), began(other)) || order(ended(one), ended(other)),
  );
}

const UTC = { timeZone: "UTC", offsetMs: null };

function order(one: number, other: number): number {
  return one < other ? -1 : Number(one > other);
}

/** Whether it goes on, as far as it tells. */
export function isOpen({ period }: Part): boolean {
  return !period?.end;
}
