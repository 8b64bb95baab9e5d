import type { MessageFacts } from "./message-facts";

/** More visits come from a number that many share, or a sender that runs wild. */
export const MOST_VISITS = 1_000;

/** All messages of a number are read with each that comes. */
export const MOST_MESSAGES = 20_000;

export interface SentMessage {
  facts: MessageFacts;
  sender: Record<"role" | "sender" | "facility", string>;
}

/** Newer messages about visits beyond the limit. Known visits go on. */
export function beyondMostVisits<Message extends SentMessage>(
  settled: readonly SentMessage[],
  newer: readonly Message[],
): Message[] {
  const visits = new Set(settled.flatMap((one) => visitOf(one) ?? []));
  return newer.filter((one) => {
    const visit = visitOf(one);
    if (visit === null || visits.has(visit)) return false;
    if (visits.size >= MOST_VISITS) return true;
    visits.add(visit);
    return false;
  });
}

/** Each admission without a number may be a visit. Null for messages that begin none. */
function visitOf({ facts, sender: from }: SentMessage): string | null {
  const place = [from.role, from.sender, from.facility];
  const { event, happened, visit } = facts;
  if (event === "merge") return null;
  const number = visit.encounterId ?? visit.number;
  if (number) return JSON.stringify([place, number]);
  return event === "admit" ? JSON.stringify([place, [happened]]) : null;
}
