import { monthOfDay } from "../graphs/graph-words";
import type { PhaseNote } from "./chart-note";
import type { NoteKind } from "./note-kinds";

/** What is said before a phase is ended: it changes charts (R379). */
export const endingWords = {
  title: "End a phase",
  end: "End the phase",
  cancel: "Cancel",
} as const;

/** An event changes no figure: it is ended without a question. */
export function isAskedAbout(kind: NoteKind): boolean {
  return kind === "phase";
}

/** What ending a phase changes on its charts, a sentence each. */
export function endingChanges({ from }: Pick<PhaseNote, "from">): string[] {
  return [
    `Mean and limits on these charts no longer restart with ${monthOfDay(from)}.`,
    "Later months are judged together with the phase before.",
    "It stays on the list of removed entries.",
  ];
}
