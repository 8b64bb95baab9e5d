import { apiHost } from "~/data/upstream.server";
import { NOTE_LEVELS, type NoteLevel } from "~/domain/graphs/note-kinds";
import type { Level } from "~/domain/places/hierarchy";
import { chartNotesPath } from "~/chart-event-paths";
import { targetsPath } from "~/target-paths";
import type { SignedIn } from "~/session/require-user.server";
import { listChartNotes } from "~server/chart-events/service";
import { listTargets } from "~server/targets/service";
import type { PageTargets } from "../graphs/graphs-view";
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
  const of = notedLevelOf(level);
  if (!of) return { state: "none" };
  const outcome = await signedIn.ask(
    listChartNotes,
    { place: { level: of, id }, ended: false },
    { deadlineMs: PATIENCE_MS[layout] },
  );
  return outcome.kind === "data"
    ? { state: "data", notes: outcome.answer.notes }
    : { state: "unknown" };
}

/** Targets are asked for as patiently; where they do not come, none is shown (R565). */
export async function loadTargets(
  signedIn: SignedIn,
  { level, id }: FiguresRequest,
  layout: keyof typeof PATIENCE_MS,
): Promise<PageTargets> {
  const of = notedLevelOf(level);
  if (!of) return [];
  const outcome = await signedIn.ask(
    listTargets,
    { place: { level: of, id }, ended: false },
    { deadlineMs: PATIENCE_MS[layout] },
  );
  return outcome.kind === "data" ? outcome.answer.targets : [];
}

/** Where events, phases and targets of a place are written; null where there are none. */
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
