import { usDayOf } from "~/domain/calendar";
import { monthOfDay } from "~/domain/graphs/graph-words";
import {
  GRAPH_TAGS,
  RATE_GRAPHS,
  type GraphTag,
} from "~/domain/graphs/rate-graphs";
import type { PhaseNote } from "~/domain/graphs/chart-note";
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
