import { monthOfDay } from "~/domain/graphs/graph-words";
import type { PhaseNote } from "~/domain/graphs/chart-note";

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
