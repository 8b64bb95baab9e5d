import type { MessageFacts } from "./message-facts";

/** Most visits of a resident. Nobody has as many: it is a number that is given to many, or a sender that runs wild. */
export const MOST_VISITS = 1_000;

/** Most messages under a number, some ten a day for five years. All of them are read with each that comes. */
export const MOST_MESSAGES = 20_000;

export interface ToldAt {
  facts: MessageFacts;
  place: string;
}

/** Those of the newer messages of a resident that tell of a visit beyond the most that are worked out. Known visits go on. */
export function beyondMostVisits<Told extends ToldAt>(
  settled: readonly ToldAt[],
  newer: readonly Told[],
): Told[] {
  const visits = new Set(settled.flatMap((one) => visitOf(one) ?? []));
  return newer.filter((one) => {
    const visit = visitOf(one);
    if (visit === null || visits.has(visit)) return false;
    if (visits.size >= MOST_VISITS) return true;
    visits.add(visit);
    return false;
  });
}

/** Without a number each admission may be one. Null where a message begins no visit. */
function visitOf({ facts, place }: ToldAt): string | null {
  const { event, happened, visit } = facts;
  if (event === "merge") return null;
  const number = visit.encounterId ?? visit.number;
  if (number) return JSON.stringify([place, number]);
  return event === "admit" ? JSON.stringify([place, [happened]]) : null;
}
