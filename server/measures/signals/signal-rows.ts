import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { SignalRow, Signals } from "~/contract/signals";
import { epochDayOf, isoDayOf, type IsoDay } from "~/domain/calendar";
import type { PhaseNote } from "~/domain/chart-notes/chart-note";
import { NOTE_LEVELS } from "~/domain/chart-notes/note-kinds";
import {
  childLevelOf,
  NO_PHYSICIAN_ID,
  type ChildLevel,
  type Level,
} from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import { TOTALS } from "../additive-totals";
import { firstGraphDay, shownMonths } from "../graph-months";
import { readPlaces } from "../location-rows";
import { readPhasesOfPlaces } from "../phases-of-places";
import { byPersonName } from "../person-order";
import { isIn, type Question } from "../question";
import type { StayFigures } from "../stay-figures";
import {
  monthTotalsOf,
  monthTotalsOfPhysicians,
  monthTotalsOfPlaces,
  type MonthsAsked,
  type MonthTotals,
} from "./month-totals";
import { readEventsOf, readEventsOfChildren } from "./events-of-children";
import { signalCells, type KnownOfMonths } from "./signal-cells";

/** Rows that are judged before others have their turn: some milliseconds. */
const JUDGED_AT_ONCE = 50;

/** Whose signals are asked for. */
interface SignalsAsked {
  db: Kysely<Schema>;
  /** Where phases are read: they change without the data. */
  primary: Kysely<Schema>;
  level: Level;
  id: number;
  question: Question;
  figures: StayFigures;
  endDate: IsoDay;
  lastUpdated: string | null;
  /** The last days of which silent facilities have told. */
  silent: ReadonlyMap<number, IsoDay>;
}

type Child = Omit<SignalRow, "signals"> & { totals: MonthTotals };

/**
 * The signals of a place or physician and of all its children, by name; the stays without a physician come last (R97). Null where there is
 * nothing to count in any of the months.
 */
export async function readSignals(
  asked: SignalsAsked,
): Promise<Signals | null> {
  const { db, level, id, question, figures, endDate, lastUpdated, silent } =
    asked;
  const months = shownMonths(endDate);
  const own = await monthTotalsOf(figures, { months, to: question.to });
  if (!own.months.some(hasSomething)) return null;
  const known: KnownOfMonths = {
    months: months.map(({ firstDay }) => isoDayOf(firstDay).slice(0, 7)),
    endDate,
    lastUpdated,
  };
  const sinceOf = (of: Level, facilityId: number) =>
    of === "facility" ? (silent.get(facilityId) ?? null) : null;
  const children = await readChildren(asked, { months, to: question.to });
  const from = epochDayOf(firstGraphDay(endDate));
  const wanted = { db, level, question: { ...question, from }, months };
  const eventsOf = await readEventsOfChildren(wanted, children);
  const [ownNotes, notesOf] = await readNotes(asked, children);
  const rows: SignalRow[] = [];
  for (const { totals, ...named } of children) {
    const since = level === "region" ? sinceOf("facility", named.id) : null;
    const events = eventsOf({ id: named.id, totals });
    const notes = notesOf.get(named.id);
    const signals = signalCells(totals, known, since, events, notes);
    rows.push({ ...named, signals });
    if (rows.length % JUDGED_AT_ONCE === 0) await nextTurn();
  }
  const events = await readEventsOf(wanted, own, figures);
  const since = sinceOf(level, id);
  return { own: signalCells(own, known, since, events, ownNotes), rows };
}

/** The phases and baselines of the charts of the place, and of its children by their ids; none of physicians. */
async function readNotes(
  { primary, level, id, question: { isnp } }: SignalsAsked,
  children: readonly Child[],
): Promise<[PhaseNote[], Map<number, PhaseNote[]>]> {
  const read = async (of: ChildLevel | Level, ids: readonly number[]) => {
    const noted = NOTE_LEVELS.find((one) => one === of);
    return noted
      ? readPhasesOfPlaces(primary, noted, ids, isnp)
      : new Map<number, PhaseNote[]>();
  };
  const ids = children.map((child) => child.id);
  const own = await read(level, [id]);
  return [own.get(id) ?? [], await read(childLevelOf(level), ids)];
}

function hasSomething(totals: MonthTotals["months"][number]): boolean {
  return totals !== null && TOTALS.some((total) => totals[total] !== 0);
}

async function readChildren(
  { db, level, question }: SignalsAsked,
  months: MonthsAsked,
): Promise<Child[]> {
  if (level === "physician") return [];
  if (level === "facility") return readPhysicians(db, question, months);
  const places = await readPlaces(db, level, question);
  const ids = places.map((place) => place.id);
  const totals = await monthTotalsOfPlaces(db, level, question, ids, months);
  return places.flatMap(({ id, name }, at) => {
    const its = totals[at];
    return its ? [{ id, name, totals: its }] : [];
  });
}

async function readPhysicians(
  db: Kysely<Schema>,
  question: Question,
  months: MonthsAsked,
): Promise<Child[]> {
  const found = await monthTotalsOfPhysicians(db, question, months);
  const known = await db
    .selectFrom("physicians")
    .where(isIn("npi", [...found.keys()]))
    .select(["npi as id", "first_name", "last_name", "credentials"])
    .execute();
  const nobody = found.get(NO_PHYSICIAN_ID);
  const named = new Map(known.map((one) => [one.id, one]));
  const people = [...found]
    .filter(([npi]) => npi !== NO_PHYSICIAN_ID)
    .map(([npi, totals]) => ({
      totals,
      person: named.get(npi) ?? {
        id: npi,
        first_name: null,
        last_name: null,
        credentials: null,
      },
    }))
    .sort((one, other) => byPersonName(one.person, other.person));
  return [
    ...people.map(({ person, totals }) => ({
      id: person.id,
      physician_first_name: person.first_name,
      physician_last_name: person.last_name,
      credentials: person.credentials,
      totals,
    })),
    ...(nobody ? [{ id: NO_PHYSICIAN_ID, totals: nobody }] : []),
  ];
}
