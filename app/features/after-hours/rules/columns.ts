import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { briefText } from "~/domain/brief-text";
import { isIsoDay, usDayOf } from "~/domain/calendar";
import { messages } from "~/domain/messages";

export type PlaceColumn = "region" | "facility" | "physician" | "patient";

export type AfterHoursColumn = PlaceColumn | "time" | "note";

export const AFTER_HOURS_LABELS: Readonly<Record<AfterHoursColumn, string>> = {
  region: "Region",
  facility: "Facility",
  physician: "Physician",
  patient: "Patient",
  time: "Date/time",
  note: "Plan/status",
};

/** From the left (R164). `hasMoreFacilities`: a physician or facility user who has more than one. */
export function afterHoursColumns(
  { accessLevel }: Pick<Viewer, "accessLevel">,
  hasMoreFacilities: boolean,
): AfterHoursColumn[] {
  return [...placeColumns(accessLevel, hasMoreFacilities), "time", "note"];
}

function placeColumns(
  accessLevel: Viewer["accessLevel"],
  hasMoreFacilities: boolean,
): PlaceColumn[] {
  switch (accessLevel) {
    case "physician":
      return hasMoreFacilities ? ["facility", "patient"] : ["patient"];
    case "facility":
      return hasMoreFacilities
        ? ["facility", "physician", "patient"]
        : ["physician", "patient"];
    case "region":
      return ["facility", "physician", "patient"];
    default:
      return ["region", "facility", "physician", "patient"];
  }
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
