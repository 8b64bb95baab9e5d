import { apiHost } from "~/data/upstream.server";
import { NOTE_LEVELS, type NoteLevel } from "~/domain/graphs/note-kinds";
import type { Level } from "~/domain/places/hierarchy";
import { chartNotesPath } from "~/chart-event-paths";
import { targetsPath } from "~/target-paths";
import type { SignedIn } from "~/session/require-user.server";
import { listChartNotes } from "~server/chart-events/service";
import type { PageNotes } from "../graphs/notes-of-graphs";
import type { FiguresRequest } from "./load-panels.server";

/** Pages do not wait long, as with marks; a printed sheet needs them. */
const PATIENCE_MS = { page: 400, huddle: 5_000 };

export async function loadChartNotes(
  signedIn: SignedIn,
  { level, id }: FiguresRequest,
  layout: keyof typeof PATIENCE_MS,
): Promise<PageNotes> {
  const of = notedLevelOf(level);
  if (!of) return { state: "none" };
  const outcome = await signedIn.ask(
    listChartNotes,
    { place: { level: of, id }, ended: false },
    { deadlineMs: PATIENCE_MS[layout] },
  );
  return outcome.kind === "data"
    ? { state: "data", ...outcome.answer }
    : { state: "unknown" };
}

export function chartHrefsOf({
  level,
  id,
}: Pick<FiguresRequest, "level" | "id">) {
  const of = notedLevelOf(level);
  return {
    notesHref: of ? chartNotesPath(of, id) : null,
    targetsHref: of ? targetsPath(`${of}/${id}`) : null,
  };
}

/** Charts of other levels have no events and phases, and an API host has none at all. */
function notedLevelOf(level: Level): NoteLevel | undefined {
  return apiHost ? undefined : NOTE_LEVELS.find((one) => one === level);
}
