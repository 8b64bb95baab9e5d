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
    `On these charts mean and limits no longer begin anew with ${monthOfDay(from)}.`,
    "The months from then on are judged together with those of the phase before.",
    "It stays in the list of what was ended.",
  ];
}
