import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { briefText } from "~/domain/brief-text";
import { isIsoDay, usDayOf } from "~/domain/calendar";
import { messages } from "~/domain/messages";

export const AFTER_HOURS_LABELS = {
  region: "Region",
  facility: "Facility",
  physician: "Physician",
  patient: "Patient",
  time: "Date/time",
  note: "Plan/status",
} as const;

export type AfterHoursColumn = keyof typeof AFTER_HOURS_LABELS;

/** From the left (R164). `hasMoreFacilities`: a physician or facility user who has more than one. */
export function afterHoursColumns(
  { accessLevel }: Pick<Viewer, "accessLevel">,
  hasMoreFacilities: boolean,
): AfterHoursColumn[] {
  const isPhysician = accessLevel === "physician";
  const isOfOne = isPhysician || accessLevel === "facility";
  const places = {
    region: !isOfOne && accessLevel !== "region",
    facility: !isOfOne || hasMoreFacilities,
    physician: !isPhysician,
  };
  return [
    ...(["region", "facility", "physician"] as const).filter(
      (column) => places[column],
    ),
    ...(["patient", "time", "note"] as const),
  ];
}

/** Links to profiles need at least the rank of their level (R165). Patients have no profile. */
export function isLinkedColumn(
  column: AfterHoursColumn,
  { accessLevel }: Pick<Viewer, "accessLevel">,
): column is "region" | "facility" | "physician" {
  return (
    (column === "region" || column === "facility" || column === "physician") &&
    rankOf(accessLevel) >= rankOf(column)
  );
}

export type NoteKind =
  | "narrative"
  | "admission"
  | "progress"
  | "transport"
  | "consultation";

/** By the names that hosts send (R166). */
const NOTE_TYPES: ReadonlyMap<string, { kind: NoteKind; label: string }> =
  new Map([
    ["Convergence Narrative", { kind: "narrative", label: "Narrative" }],
    ["Admission Note", { kind: "admission", label: "Admit" }],
    ["Progress Note", { kind: "progress", label: "Progress" }],
    ["Post Transport", { kind: "transport", label: "Transport" }],
    ["Consultation", { kind: "consultation", label: "Consultation" }],
  ]);

/** An unknown type keeps its own text. */
export function noteTypeOf(noteType: string | null): {
  kind: NoteKind | null;
  label: string;
} {
  const text = noteType?.trim() ?? "";
  return (
    NOTE_TYPES.get(text) ?? { kind: null, label: text || messages.unknown }
  );
}

export const NO_NOTE_TEXT = "This note has no text.";

const LONGEST_PREVIEW = 90;

export function notePreview(text: string): string {
  return briefText(text, LONGEST_PREVIEW);
}

/** '01/02/2026, Hospital'; null if both are unknown. */
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
