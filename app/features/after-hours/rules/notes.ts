import { briefText } from "~/domain/brief-text";
import { isIsoDay, usDayOf } from "~/domain/calendar";
import { messages } from "~/domain/messages";

export type NoteKind =
  | "narrative"
  | "admission"
  | "progress"
  | "transport"
  | "consultation";

/** Note types as hosts send them, with their labels (R166). */
const NOTE_TYPES: ReadonlyMap<string, { kind: NoteKind; label: string }> =
  new Map([
    ["Convergence Narrative", { kind: "narrative", label: "Narrative" }],
    ["Admission Note", { kind: "admission", label: "Admit" }],
    ["Progress Note", { kind: "progress", label: "Progress" }],
    ["Post Transport", { kind: "transport", label: "Transport" }],
    ["Consultation", { kind: "consultation", label: "Consultation" }],
  ]);

/** Label of a note's type; a type that the table does not have keeps its own text, and none at all is 'Unknown'. */
export function noteTypeOf(noteType: string | null): {
  kind: NoteKind | null;
  label: string;
} {
  const text = noteType?.trim() ?? "";
  return (
    NOTE_TYPES.get(text) ?? { kind: null, label: text || messages.unknown }
  );
}

/** Stands for the text of a note without one. */
export const NO_NOTE_TEXT = "This note has no text.";

/** Longest preview of a note, characters. */
const LONGEST_PREVIEW = 90;

/** The first words of a note on one line, with an ellipsis where more follows. */
export function notePreview(text: string): string {
  return briefText(text, LONGEST_PREVIEW);
}

/** A day of a stay with the place that goes with it: '01/02/2026, Hospital'; null where neither is known. */
export function stayText(
  date: string | null,
  place: string | null,
): string | null {
  const day = date?.trim() ?? "";
  const isDay = isIsoDay(day.slice(0, 10));
  return (
    [isDay ? usDayOf(day.slice(0, 10)) : day, place?.trim()]
      .filter(Boolean)
      .join(", ") || null
  );
}
