import type { DeepReadonly } from "~/contract/deep-readonly";
import type { IsoDay } from "~/domain/calendar";
import type { ChartNotes } from "~/domain/graphs/chart-notes";
import { noteWords } from "~/features/chart-events/rules/note-words";
import { firstMonthOf, monthNumberOf } from "~/domain/graphs/chart-phases";
import type { ChartNote } from "~server/chart-events/service";
import type { GraphsView, ProfileView } from "../profile-view";
import type { PageTargets } from "./graph-verdicts";

type Written = DeepReadonly<ChartNote>;

export type PageNotes =
  | { state: "data"; notes: readonly Written[]; targets?: PageTargets }
  | { state: "unknown" }
  /** There are none: the page of a physician, or an API host, which has none. */
  | { state: "none" };

export function notesOfGraphs(
  page: PageNotes,
  place: Pick<ProfileView, "level" | "id">,
  months: number,
  endDate: IsoDay,
): Pick<GraphsView, "notes" | "hasUnknownNotes"> {
  if (page.state === "unknown") return { hasUnknownNotes: true };
  if (page.state === "none") return {};
  const notes = chartNotesOf(page.notes, place, firstMonthOf(months, endDate));
  const events = notes.events.filter(
    ({ day }) => monthNumberOf(day) < notes.first + months,
  );
  return events.length + notes.phases.length === 0
    ? {}
    : { notes: { ...notes, events } };
}

function chartNotesOf(
  notes: readonly Written[],
  { level, id }: Pick<ProfileView, "level" | "id">,
  first: number,
): ChartNotes {
  const isEvent = ({ kind }: Written) => kind === "event";
  return {
    first,
    events: notes
      .filter((note) => isEvent(note) && monthNumberOf(note.from) >= first)
      .sort((one, other) => one.from.localeCompare(other.from))
      .map(({ measures, from, text, ...note }) => ({
        measures,
        day: from,
        text,
        place:
          note.level === level && note.placeId === id
            ? null
            : (note.placeName ?? noteWords.company),
      })),
    phases: notes
      .filter((note) => !isEvent(note))
      .map(({ kind, measures, from, text }) => ({
        kind,
        measures,
        from,
        text,
      })),
  };
}
