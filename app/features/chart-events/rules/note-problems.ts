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

export const NOTE_FIELDS = ["text", "from", "measures"] as const;

export interface NoteProblem {
  field: (typeof NOTE_FIELDS)[number];
  text: string;
}

/** Limits the notes of one place that nobody has ended. */
export const MOST_NOTES = 100;

/** Lines of text need none of these. */
const UNSEEN = /\p{C}/u;

/** At most one for each field, in the order of the form. */
export function noteProblems(
  { kind, measures, from, text }: WantedNote,
  today: IsoDay,
): NoteProblem[] {
  const isEvent = kind === "event";
  return problemsIn<NoteProblem["field"]>({
    text: lineProblem(
      text,
      isEvent ? "Say what happened." : "Give the reason.",
    ),
    from: isEvent ? dayProblem(from, today) : monthProblem(from, today),
    measures: measures.length > 0 ? null : "Choose at least one measure.",
  });
}

/** The fields with something wrong, in the order given. */
export function problemsIn<Field extends string>(
  texts: Record<Field, string | null>,
): { field: Field; text: string }[] {
  const fields = Object.keys(texts) as Field[];
  return fields.flatMap((field) => {
    const text = texts[field];
    return text === null ? [] : [{ field, text }];
  });
}

export function dayProblem(from: string, today: IsoDay): string | null {
  if (!isIsoDay(from)) return "Enter a date.";
  return from > today ? "Enter a date that is not in the future." : null;
}

function monthProblem(from: string, today: IsoDay): string | null {
  if (!isIsoDay(from)) return "Choose a month.";
  return monthNumberOf(from) > monthNumberOf(today)
    ? "Choose a month that is not in the future."
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
