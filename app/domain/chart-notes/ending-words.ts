import { monthOfDay } from "../graphs/graph-words";
import type { PhaseNote } from "./chart-note";
import type { NoteKind } from "./note-kinds";

/** What is said before a phase or a baseline is ended: it changes charts (R379). */
export const endingWords = {
  titles: { phase: "End a phase", baseline: "End a frozen baseline" },
  ends: { phase: "End the phase", baseline: "End the baseline" },
  cancel: "Cancel",
  kept: "It stays in the list of what was ended.",
  parts:
    "Two baselines would then lie in one phase. End one of the baselines first.",
} as const;

/** An event changes no figure: it is ended without a question. */
export function isAskedAbout(
  kind: NoteKind,
): kind is Exclude<NoteKind, "event"> {
  return kind !== "event";
}

/** What ending a phase or a baseline changes on its charts, a sentence each. */
export function endingChanges({
  kind,
  from,
}: Pick<PhaseNote, "kind" | "from">): string[] {
  const changes =
    kind === "phase"
      ? [
          `On these charts mean and limits no longer begin anew with ${monthOfDay(from)}.`,
          "The months from then on are judged together with those of the phase before.",
        ]
      : [
          "On these charts mean and limits are worked out anew from all months of the phase.",
          "The frozen months cannot be brought back. A new baseline takes them as the data are by then.",
        ];
  return [...changes, endingWords.kept];
}
