import type { Kysely } from "kysely";
import type { Graphs } from "~/contract/graphs";
import { isoDayOf, type EpochDay, type IsoDay } from "~/domain/calendar";
import type { Level } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import { CHILD_PLACES, type ParentLevel } from "../child-places";
import type { CalendarMonth } from "../graph-months";
import { readFacilitiesOf } from "../location-rows";
import {
  pagesOfHistories,
  daysOfHistories,
} from "../physicians/pages-of-histories";
import type { Question } from "../question";
import {
  FIRST_DAY,
  rareEvents,
  rareMeasures,
  readRareEvents,
} from "../rare-events";
import type { StayFigures } from "../stay-figures";
import { summedDays, type DayCounts } from "../totals/day-counts";
import { PlaceTotals } from "../totals/place-totals";
import { areWhole, type MonthTotals } from "./month-totals";

export interface EventsQuery {
  db: Kysely<Schema>;
  level: Level;
  question: Question;
  months: readonly CalendarMonth[];
}

interface CountedChild {
  id: number;
  totals: MonthTotals;
}

export function readEventsOf(
  { question, months }: EventsQuery,
  totals: MonthTotals,
  figures: StayFigures,
): Promise<NonNullable<Graphs["events"]>> {
  return readRareEvents(figures, question, months, begunOf(totals));
}

export async function readEventsOfChildren(
  asked: EventsQuery,
  children: readonly CountedChild[],
): Promise<(child: CountedChild) => Graphs["events"]> {
  const { level, months } = asked;
  const rare = children
    .filter(({ totals }) => rareMeasures(begunOf(totals)).length > 0)
    .map(({ id }) => id);
  const [first] = months;
  if (!first || rare.length === 0 || level === "physician") return () => null;
  const days =
    level === "facility"
      ? await daysOfPhysicians(asked, new Set(rare))
      : await daysOfPlaces(asked, level, rare);
  const isoDay = cacheIsoDays();
  return ({ id, totals }) => {
    const own = days.get(id);
    if (!own) return null;
    return rareEvents(own, first.firstDay, begunOf(totals), isoDay);
  };
}

function cacheIsoDays(): (day: EpochDay) => IsoDay {
  const known = new Map<EpochDay, IsoDay>();
  return (day) => {
    const found = known.get(day) ?? isoDayOf(day);
    known.set(day, found);
    return found;
  };
}

function begunOf({ months }: MonthTotals) {
  return months.filter((totals) => totals !== null);
}

type DaysOfChildren = Map<number, DayCounts[]>;

async function daysOfPhysicians(
  { db, question }: EventsQuery,
  rare: ReadonlySet<number>,
): Promise<DaysOfChildren> {
  const { facilityIds, isnp } = question;
  const found: DaysOfChildren = new Map();
  const range = { ...question, from: FIRST_DAY };
  for await (const page of pagesOfHistories(db, { facilityIds, isnp })) {
    for (const one of page) {
      if (!rare.has(one.npi)) continue;
      found.set(one.npi, daysOfHistories([one], range, isnp));
    }
  }
  return found;
}

async function daysOfPlaces(
  { db, question }: EventsQuery,
  parent: ParentLevel,
  ids: number[],
): Promise<DaysOfChildren> {
  const { facilityIds, isnp } = question;
  const range = { from: FIRST_DAY, to: question.to };
  if (areWhole(parent, question) || facilityIds === "all") {
    const { child: level } = CHILD_PLACES[parent];
    return (await PlaceTotals.open(db, { level, ids, isnp })).days(range);
  }
  const parts = await readFacilitiesOf(db, parent, facilityIds, ids);
  const facilities = { level: "facility" as const, ids: parts.flat(), isnp };
  const days = await (await PlaceTotals.open(db, facilities)).days(range);
  return new Map(
    ids.map((id, at) => [
      id,
      summedDays((parts[at] ?? []).map((one) => days.get(one) ?? [])),
    ]),
  );
}
