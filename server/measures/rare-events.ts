import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { EventDays, Graphs } from "~/contract/graphs";
import { isoDayOf, type EpochDay } from "~/domain/calendar";
import type { RateMeasure } from "~/domain/figures/rate-measures";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { RARE_BELOW } from "~/domain/graphs/rare-events";
import type { Schema } from "~server/store/schema";
import type { Total, Totals } from "./additive-totals";
import type { CalendarMonth } from "./graph-months";
import { ROW_SOURCES } from "./metric-rows-query";
import type { Question } from "./question";
import type { StayFigures } from "./stay-figures";

/** What each measure counts and divides by. */
const COUNTED: Record<RateMeasure["tag"], { of: Total; over: Total }> = {
  rth: { of: "rth", over: "ach_adm" },
  ed: { of: "ed", over: "ach_adm" },
  h_1000: { of: "h_events", over: "pd_lt_doc" },
  ed_1000: { of: "ed_events", over: "pd_lt_doc" },
  adm_1000: { of: "adm_events", over: "pd_lt_doc" },
};

/** Who judges leaves out months that are not settled, and may so find events to be rare that are not quite so here. */
const SENT_BELOW = RARE_BELOW + 1;

/** Events of one day. */
interface DayOfEvents {
  day: EpochDay;
  events: number;
}

/** Where the events of a question are found; its range begins with that of the graphs. */
export interface EventRows {
  db: Kysely<Schema>;
  question: Question;
}

/** The figures behind a graph, and the months of it that have begun, each with its totals. */
interface RareAsked {
  figures: StayFigures;
  months: readonly CalendarMonth[];
  totals: readonly Totals[];
}

/**
 * The days of the events of those measures that have few of them, and what was counted from the first month on through each:
 * admissions, or long-stay days (R362). The last event before the first month is there too, if the figures reach back
 * to it. Of several on one day, each ends an equal part of the day's long-stay days in its middle; returns are the last
 * admissions of their day.
 */
export async function readRareEvents(
  rows: EventRows | null,
  { figures, months, totals }: RareAsked,
): Promise<Graphs["events"]> {
  if (!rows) return null;
  const first = months[0]?.firstDay ?? rows.question.to;
  const found: { measure: RateMeasure; days: DayOfEvents[] }[] = [];
  for (const measure of rareMeasures(totals)) {
    const all = await readDays(measure, rows);
    const before = all.filter(({ day }) => day < first).slice(-1);
    const days = [...before, ...all.filter(({ day }) => day >= first)];
    found.push({ measure, days });
  }
  const counted = await countedThrough(
    figures,
    first,
    found.flatMap(({ days }) => days.map(({ day }) => day)),
  );
  return Object.fromEntries(
    found.map(({ measure, days }) => [
      measure.graph,
      eventDaysOf(measure, days, first, counted),
    ]),
  );
}

/** The measures with few events, but with some, in months with these totals. */
export function rareMeasures(totals: readonly Totals[]): RateMeasure[] {
  return RATE_MEASURES.filter(({ tag }) => {
    const { of } = COUNTED[tag];
    const count = totals.reduce((sum, month) => sum + month[of], 0);
    return count > 0 && count < SENT_BELOW * totals.length;
  });
}

/** What a day adds, and what is counted between it and the first day of the months. */
type CountedThrough = (
  day: EpochDay,
  over: Total,
) => { own: number; between: number };

async function countedThrough(
  figures: StayFigures,
  first: EpochDay,
  wanted: readonly EpochDay[],
): Promise<CountedThrough> {
  const days = [...new Set(wanted)];
  const { totals } = await figures.over({
    totals: days.flatMap((day) => [
      { from: day, to: day },
      day < first
        ? { from: day + 1, to: first - 1 }
        : { from: first, to: day - 1 },
    ]),
  });
  const places = new Map(days.map((day, index) => [day, 2 * index]));
  return (day, over) => {
    const at = places.get(day) ?? -1;
    return {
      own: totals[at]?.[over] ?? 0,
      between: totals[at + 1]?.[over] ?? 0,
    };
  };
}

function eventDaysOf(
  measure: RateMeasure,
  days: readonly DayOfEvents[],
  first: EpochDay,
  counted: CountedThrough,
): EventDays {
  const placed = days.flatMap(({ day, events }) => {
    const { own, between } = counted(day, COUNTED[measure.tag].over);
    const start = day < first ? -between - own : between;
    const places = placesOf(measure, events, own);
    // Of the last day before the months, its last event.
    return (day < first ? places.slice(-1) : places).map((part) => ({
      day,
      at: start + part,
    }));
  });
  return {
    days: placed.map(({ day }) => isoDayOf(day)),
    at: placed.map(({ at }) => at),
  };
}

/** Where in what is counted on a day its events lie. */
function placesOf(
  { chart }: RateMeasure,
  events: number,
  own: number,
): number[] {
  return Array.from({ length: events }, (_, index) =>
    chart === "p" ? own - (events - 1 - index) : (own * (index + 0.5)) / events,
  );
}

async function readDays(
  { tag }: RateMeasure,
  { db, question }: EventRows,
): Promise<DayOfEvents[]> {
  const { tables, where, day } = ROW_SOURCES[tag](question);
  const { rows } = await sql<DayOfEvents>`
    select ${day} as day, cast(count(*) as integer) as events
    from ${tables} where ${where} group by ${day} order by ${day}`.execute(db);
  return rows;
}
