import { isIsoDay, type IsoDay } from "~/domain/calendar";
import { monthNumberOf } from "~/domain/graphs/chart-phases";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import type { NoteKind } from "~/domain/graphs/note-kinds";
import { LONGEST_NOTE } from "./note-words";

export interface WantedNote {
  kind: NoteKind;
  measures: readonly GraphTag[];
  from: IsoDay;
  text: string;
}

export interface NoteProblem {
  field: "text" | "measures" | "from";
  text: string;
}

/** Limits the notes of one place that nobody has ended. */
export const MOST_NOTES = 100;

/** Lines of text need none of these. */
const UNSEEN = /\p{C}/u;

export function noteProblem(
  { kind, measures, from, text }: WantedNote,
  today: IsoDay,
): NoteProblem | null {
  const problem = (field: NoteProblem["field"], words: string) => ({
    field,
    text: words,
  });
  const line = lineProblem(
    text,
    kind === "event" ? "Say what happened." : "Give the reason.",
  );
  if (line !== null) return problem("text", line);
  if (measures.length === 0) {
    return problem("measures", "Choose at least one measure.");
  }
  if (!isIsoDay(from)) {
    return problem(
      "from",
      kind === "event" ? "Enter a date." : "Choose a month.",
    );
  }
  if (kind === "event") {
    return from > today
      ? problem("from", "Enter a date that is not in the future.")
      : null;
  }
  return monthNumberOf(from) > monthNumberOf(today)
    ? problem("from", "Choose a month that is not in the future.")
    : null;
}

export function lineProblem(text: string, ifEmpty: string): string | null {
  if (text === "") return ifEmpty;
  if (text.length > LONGEST_NOTE) {
    return `Enter no more than ${LONGEST_NOTE} characters.`;
  }
  return UNSEEN.test(text) ? "Remove invisible characters." : null;
}

/** Null if no phase begins with that month on the same charts. */
export function clashOf(
  wanted: Pick<WantedNote, "kind" | "measures" | "from">,
  others: readonly PhaseNote[],
): NoteProblem | null {
  if (wanted.kind === "event") return null;
  const month = monthNumberOf(wanted.from);
  const isThere = others.some(
    ({ kind, measures, from }) =>
      kind === "phase" &&
      monthNumberOf(from) === month &&
      measures.some((measure) => wanted.measures.includes(measure)),
  );
  return isThere
    ? { field: "from", text: "A phase begins with this month already." }
    : null;
}
