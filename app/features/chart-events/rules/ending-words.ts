import { monthOfDay } from "~/domain/graphs/graph-words";
import type { PhaseNote } from "~/domain/graphs/chart-note";

/** What is asked before an entry is ended (R379). */
export const endingWords = {
  event: { title: "End an event", end: "End the event" },
  phase: { title: "End a phase", end: "End the phase" },
};

/** What ending it changes on its charts, a sentence each. */
export function endingChanges({
  kind,
  from,
}: Pick<PhaseNote, "kind" | "from">): string[] {
  return [
    ...(kind === "event"
      ? ["These charts no longer show it."]
      : [
          `Mean and limits on these charts no longer restart with ${monthOfDay(from)}.`,
          "Later months are judged together with the phase before.",
        ]),
    "It stays on the list of removed entries.",
  ];
}
