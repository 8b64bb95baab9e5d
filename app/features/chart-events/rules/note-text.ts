import { usDayOf } from "~/domain/calendar";
import { monthOfDay } from "~/domain/graphs/graph-words";
import {
  GRAPH_TAGS,
  RATE_GRAPHS,
  type GraphTag,
} from "~/domain/graphs/rate-graphs";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import { auditTimeText } from "~/features/audit/rules/words";
import { noteWords } from "./note-words";

/** '03/14/2026', 'from March 2026'. */
export function noteWhen({
  kind,
  from,
}: Pick<PhaseNote, "kind" | "from">): string {
  return kind === "event" ? usDayOf(from) : `from ${monthOfDay(from)}`;
}

/** 'All graphs', or the titles of some. */
export function noteGraphs(measures: readonly GraphTag[]): string {
  if (GRAPH_TAGS.every((tag) => measures.includes(tag))) return noteWords.all;
  return RATE_GRAPHS.filter(({ graph }) => measures.includes(graph))
    .map(({ title }) => title)
    .join(", ");
}

/** What ending it changes on its charts, a sentence each. */
export function endingChanges({
  kind,
  from,
}: Pick<PhaseNote, "kind" | "from">): string[] {
  return [
    ...(kind === "event"
      ? ["These charts no longer show it."]
      : [
          `Mean and limits on these charts no longer restart with ${monthOfDay(from)}.`,
          "Later months are judged together with the phase before.",
        ]),
    "It stays on the list of removed entries.",
  ];
}

/** 'Ada Reed, 11/12/2026 10:15 AM ET' */
export function byWhom(author: string, at: string): string {
  const { day, time } = auditTimeText(at);
  return `${author}, ${day} ${time}`;
}
