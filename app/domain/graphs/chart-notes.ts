import type { IsoDay } from "~/domain/calendar";
import { monthNumberOf, type MonthNumber } from "~/domain/graphs/chart-phases";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { PhaseNote } from "./chart-note";

export interface EventNote {
  measures: readonly GraphTag[];
  day: IsoDay;
  text: string;
  /** The place above where it was written; null for the place of the charts. */
  place: string | null;
}

export interface ChartNotes {
  first: MonthNumber;
  events: readonly EventNote[];
  phases: readonly (PhaseNote & { text: string })[];
}

export interface NumberedEvent extends Omit<EventNote, "measures"> {
  number: number;
  index: number;
}

/** The events of one chart, or of all charts of a page, by the numbers that they have on all of them: from the oldest on. */
export function numberedEvents(
  { first, events }: Pick<ChartNotes, "first" | "events">,
  graph?: GraphTag,
): NumberedEvent[] {
  return events.flatMap(({ measures, day, text, place }, at) =>
    graph === undefined || measures.includes(graph)
      ? [
          {
            number: at + 1,
            index: monthNumberOf(day) - first,
            day,
            text,
            place,
          },
        ]
      : [],
  );
}
