import { apiHost } from "~/data/upstream.server";
import { NOTE_LEVELS, type NoteLevel } from "~/domain/graphs/note-kinds";
import type { Level } from "~/domain/places/hierarchy";
import type { SignedIn } from "~/session/require-user.server";
import { listChartNotes, type ChartNote } from "~server/chart-events/service";
import type { FiguresRequest } from "./load-panels.server";
import type { DeepReadonly } from "~/contract/deep-readonly";
import type { IsoDay } from "~/domain/calendar";
import { noteWords } from "~/features/chart-events/rules/note-words";
import { firstMonthOf, monthNumberOf } from "~/domain/graphs/chart-phases";
import type { GraphsView, ProfileView } from "../profile-view";
import type { PageTargets } from "../graphs/graphs-view";
import { placePath } from "~/paths";

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
    notesHref: of ? placePath("events", of, id) : null,
    targetsHref: of ? placePath("targets", of, id) : null,
  };
}

/** Charts of other levels have no events and phases, and an API host has none at all. */
function notedLevelOf(level: Level): NoteLevel | undefined {
  return apiHost ? undefined : NOTE_LEVELS.find((one) => one === level);
}

type Written = DeepReadonly<ChartNote>;

export type PageNotes =
  | { state: "data"; notes: readonly Written[]; targets?: PageTargets }
  | { state: "unknown" }
  /** There are none: the page of a physician, or an API host, which has none. */
  | { state: "none" };

export function notesOfGraphs(
  page: PageNotes,
  { level, id }: Pick<ProfileView, "level" | "id">,
  months: number,
  endDate: IsoDay,
): Pick<GraphsView, "notes" | "hasUnknownNotes"> {
  if (page.state === "unknown") return { hasUnknownNotes: true };
  if (page.state === "none") return {};
  const first = firstMonthOf(months, endDate);
  const isShown = (month: number) => month >= first && month < first + months;
  const isEvent = ({ kind }: Written) => kind === "event";
  const events = page.notes
    .filter((note) => isEvent(note) && isShown(monthNumberOf(note.from)))
    .sort((one, other) => one.from.localeCompare(other.from))
    .map(({ measures, from, text, ...note }) => ({
      measures,
      day: from,
      text,
      place:
        note.level === level && note.placeId === id
          ? null
          : (note.placeName ?? noteWords.company),
    }));
  const phases = page.notes
    .filter((note) => !isEvent(note))
    .map(({ kind, measures, from, text }) => ({ kind, measures, from, text }));
  return events.length + phases.length === 0
    ? {}
    : { notes: { first, events, phases } };
}
