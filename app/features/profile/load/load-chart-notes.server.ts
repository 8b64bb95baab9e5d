import { getChartNotes } from "~/contract/chart-notes";
import { mayBeServed, optionalCall } from "~/data/optional-call.server";
import { NOTE_LEVELS } from "~/domain/chart-notes/note-kinds";
import { chartNotesPath } from "~/chart-note-paths";
import type { SignedIn } from "~/session/require-user.server";
import type { PageNotes } from "../graphs/notes-of-graphs";
import type { FiguresRequest } from "./load-panels.server";

/** As with marks, a page is not held up; a sheet of paper has them for as long as it is read. */
const PATIENCE_MS = { page: 400, huddle: 5_000 };

/** Asks for events and phases beside the graphs, which do not wait for them longer than that (R381). */
export async function loadChartNotes(
  signedIn: SignedIn,
  { level, id }: FiguresRequest,
  layout: keyof typeof PATIENCE_MS,
): Promise<PageNotes> {
  const of = NOTE_LEVELS.find((one) => one === level);
  if (!of) return { state: "none" };
  // A deadline that passes would count as a fault of the host.
  const signal = AbortSignal.timeout(PATIENCE_MS[layout]);
  const outcome = await optionalCall(signedIn, getChartNotes, () =>
    signedIn.call(
      getChartNotes,
      { params: { level: of, id }, query: {} },
      { signal },
    ),
  );
  if (outcome.kind === "data") {
    return { state: "data", notes: outcome.answer.data.notes };
  }
  return { state: outcome.kind === "failure" ? "unknown" : "none" };
}

/** Where events and phases of a place are written; null where nobody serves them. */
export function notesHrefOf(
  signedIn: SignedIn,
  { level, id }: Pick<FiguresRequest, "level" | "id">,
): string | null {
  const of = NOTE_LEVELS.find((one) => one === level);
  return of && mayBeServed(signedIn, getChartNotes)
    ? chartNotesPath(of, id)
    : null;
}
