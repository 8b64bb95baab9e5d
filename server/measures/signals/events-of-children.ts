import type { Kysely } from "kysely";
import type { Graphs } from "~/contract/graphs";
import type { IsoDay } from "~/domain/calendar";
import { epochDayOf } from "~/domain/calendar";
import { NO_PHYSICIAN_ID, type Level } from "~/domain/places/hierarchy";
import { listInView } from "~server/access/facilities";
import type { Schema } from "~server/store/schema";
import { CHILD_PLACES } from "../child-places";
import { firstGraphDay, type CalendarMonth } from "../graph-months";
import { readFacilitiesOf } from "../location-rows";
import type { Question, StayFilter } from "../question";
import { rareMeasures, readRareEvents } from "../rare-events";
import { openFigures, type StayFigures } from "../stay-figures";
import type { MonthTotals } from "./month-totals";

/** What the events of a place or physician and of its children are read from. */
interface EventsAsked {
  db: Kysely<Schema>;
  level: Level;
  question: Question;
  endDate: IsoDay;
  months: readonly CalendarMonth[];
}

/** The events of a series, as its graphs have them; null where none of its measures has few of them. */
export async function readEventsOf(
  { db, question, endDate, months }: EventsAsked,
  { months: all }: Pick<MonthTotals, "months">,
  open: () => StayFigures | Promise<StayFigures>,
): Promise<Graphs["events"]> {
  const totals = all.filter((month) => month !== null);
  if (totals.length === 0 || rareMeasures(totals).length === 0) return null;
  const from = epochDayOf(firstGraphDay(endDate));
  return readRareEvents(
    { db, question: { ...question, from } },
    { figures: await open(), months: months.slice(0, totals.length), totals },
  );
}

/** Reads the events of children of a place, one after the other. */
export async function eventsOfChildren(
  asked: EventsAsked,
  ids: readonly number[],
): Promise<(at: number, totals: MonthTotals) => Promise<Graphs["events"]>> {
  const filters = await filtersOf(asked, ids);
  return async (at, totals) => {
    const filter = filters[at];
    if (!filter) return null;
    const { from, to } = asked.question;
    const question = { ...filter, from, to };
    return readEventsOf({ ...asked, question }, totals, () =>
      openFigures(asked.db, filter),
    );
  };
}

async function filtersOf(
  { db, level, question }: EventsAsked,
  ids: readonly number[],
): Promise<StayFilter[]> {
  const { facilityIds, isnp } = question;
  if (level === "physician") return [];
  if (level === "facility") {
    return ids.map((id) => ({
      facilityIds,
      isnp,
      npi: id === NO_PHYSICIAN_ID ? null : id,
    }));
  }
  const { child } = CHILD_PLACES[level];
  const seen = await listInView(db, facilityIds);
  const isWhole = question.place !== undefined || facilityIds === "all";
  return (await readFacilitiesOf(db, level, seen, ids)).map((own, at) => ({
    facilityIds: own,
    isnp,
    ...(isWhole &&
      child !== "facility" && { place: { level: child, id: ids[at] ?? 0 } }),
  }));
}
