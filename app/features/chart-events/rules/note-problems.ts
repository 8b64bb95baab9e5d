import { isIsoDay, type IsoDay } from "~/domain/calendar";
import { monthNumberOf } from "~/domain/graphs/chart-phases";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import type { NoteKind } from "~/domain/graphs/note-kinds";
import { LONGEST_NOTE } from "./note-words";

/** A note as somebody wants to write it. */
export interface WantedNote {
  kind: NoteKind;
  measures: readonly GraphTag[];
  from: IsoDay;
  text: string;
}

/** What is wrong with a field of a note. */
export interface NoteProblem {
  field: "text" | "measures" | "from";
  text: string;
}

/** A place has at most so many notes of its own that nobody has ended. */
export const MOST_NOTES = 100;

/** Within lines of text nobody needs these. */
const UNSEEN = /\p{C}/u;

/** What is wrong with a note by itself; null where nothing is. */
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

/** What is wrong with a line of text that somebody must type; null where nothing is. */
export function lineProblem(text: string, ifEmpty: string): string | null {
  if (text === "") return ifEmpty;
  if (text.length > LONGEST_NOTE) {
    return `Enter no more than ${LONGEST_NOTE} characters.`;
  }
  return UNSEEN.test(text) ? "Remove invisible characters." : null;
}

/** Whether a phase begins with that month already, on one of the same charts; null where it does not. */
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
