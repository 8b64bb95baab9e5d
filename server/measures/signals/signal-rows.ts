import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { epochDayOf, isoDayOf, type IsoDay } from "~/domain/calendar";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import { NOTE_LEVELS } from "~/domain/graphs/note-kinds";
import {
  childLevelOf,
  NO_PHYSICIAN_ID,
  type ChildLevel,
  type Level,
} from "~/domain/places/hierarchy";
import { credentialedName } from "~/domain/person-name";
import { CHILD_PLACES, type ParentLevel } from "~server/measures/child-places";
import { readVersionKeys } from "~server/measures/place-versions";
import type { Schema } from "~server/store/schema";
import { TOTALS } from "../additive-totals";
import { firstGraphDay, shownMonths } from "../graph-months";
import { readPlaces } from "../location-rows";
import { readPhasesOfPlaces } from "../phases-of-places";
import { byPersonName } from "../person-order";
import { isIn, type Question } from "../question";
import type { StayFigures } from "../stay-figures";
import {
  readEventsOf,
  readEventsOfChildren,
  type EventsQuery,
} from "./events-of-children";
import {
  monthTotalsOf,
  monthTotalsOfPhysicians,
  type MonthTotals,
  areWhole,
  monthTotalsOfPlaces,
} from "./month-totals";
import {
  signalCells,
  type MonthContext,
  type SignalCells,
} from "./signal-cells";
import type { SignalMemory } from "./signal-memory";

export interface SignalRow {
  id: number;
  /** Null for stays without a physician, which have id 0. */
  name: string | null;
  signals: SignalCells;
}

export interface Signals {
  /** Signals of the place or physician itself. */
  own: SignalCells;
  /** Signals of the children, by name; none for a physician. */
  rows: SignalRow[];
}

interface SignalsQuery {
  db: Kysely<Schema>;
  /** Phases are read from the primary: they change without a new data version. */
  primary: Kysely<Schema>;
  level: Level;
  id: number;
  /** The level whose children are listed: the place's own, or region for all facilities below it. */
  parent: Level;
  question: Question;
  figures: StayFigures;
  endDate: IsoDay;
  /** Silent facilities and their last day with data. */
  silent: ReadonlyMap<number, IsoDay>;
  memory: SignalMemory;
  /** The children that are listed, where others are left out. */
  only?: readonly number[] | undefined;
}

/**
 * Signals of a place or physician and its children or facilities, by name; stays without a physician come last (R97).
 * Null if no month has anything to count.
 */
export async function readSignals(
  asked: SignalsQuery,
): Promise<Signals | null> {
  const { db, level, id, parent, question, figures, endDate, silent } = asked;
  const months = shownMonths(endDate);
  const own = await monthTotalsOf(figures, { months, to: question.to });
  if (!own.months.some(hasSomething)) return null;
  const known: MonthContext = {
    months: months.map(({ firstDay }) => isoDayOf(firstDay).slice(0, 7)),
    endDate,
  };
  const from = epochDayOf(firstGraphDay(endDate));
  const wanted = { db, question: { ...question, from }, months, known };
  const rows = await readRows(asked, { ...wanted, level: parent });
  const events = await readEventsOf({ ...wanted, level }, own, figures);
  const since = level === "facility" ? (silent.get(id) ?? null) : null;
  const notes = (await readNotes(asked, level, [id])).get(id);
  return { own: signalCells(own, known, since, events, notes), rows };
}

/** Children read and judged per turn: some 30 milliseconds. */
const JUDGED_AT_ONCE = 10;

interface CellsQuery extends EventsQuery {
  known: MonthContext;
  /** Last day with data of a silent child; null for others. */
  sinceOf: (id: number) => IsoDay | null;
  notesOf: ReadonlyMap<number, readonly PhaseNote[]>;
}

/** Cells of children by id, from known totals. */
async function cellsOfChildren(
  asked: CellsQuery,
  totalsOf: ReadonlyMap<number, MonthTotals>,
): Promise<Map<number, SignalCells>> {
  const { known, sinceOf, notesOf } = asked;
  const children = Array.from(totalsOf, ([id, totals]) => ({ id, totals }));
  const eventsOf = await readEventsOfChildren(asked, children);
  const found = new Map<number, SignalCells>();
  for (const child of children) {
    const { id, totals } = child;
    const events = eventsOf(child);
    const since = sinceOf(id);
    found.set(id, signalCells(totals, known, since, events, notesOf.get(id)));
    if (found.size % JUDGED_AT_ONCE === 0) await nextTurn();
  }
  return found;
}

/** Cells of child places; judges only those that are not cached. */
async function cellsOfPlaces(
  asked: CellsQuery & { level: ParentLevel; memory: SignalMemory },
  ids: readonly number[],
): Promise<Map<number, SignalCells>> {
  const { db, level, question, months, memory } = asked;
  const { to } = question;
  const keyOf = await keysOf(asked, ids);
  const found = new Map<number, SignalCells>();
  for (const id of ids) {
    const cells = keyOf && memory.get(keyOf(id));
    if (cells) found.set(id, cells);
  }
  const rest = ids.filter((id) => !found.has(id));
  for (let from = 0; from < rest.length; from += JUDGED_AT_ONCE) {
    const some = rest.slice(from, from + JUDGED_AT_ONCE);
    const totals = await monthTotalsOfPlaces(db, level, question, some, {
      ...{ months, to },
    });
    const totalsOf = new Map(
      some.flatMap((id, at) => {
        const own = totals[at];
        return own ? [[id, own] as const] : [];
      }),
    );
    for (const [id, cells] of await cellsOfChildren(asked, totalsOf)) {
      found.set(id, cells);
      if (keyOf) memory.set(keyOf(id), cells);
    }
  }
  return found;
}

/** Cache keys with everything the cells of a place depend on; null if they cover only facilities in view. */
async function keysOf(
  {
    db,
    level,
    question,
    known,
    sinceOf,
    notesOf,
  }: CellsQuery & {
    level: ParentLevel;
  },
  ids: readonly number[],
): Promise<((id: number) => string) | null> {
  if (!areWhole(level, question)) return null;
  const { child } = CHILD_PLACES[level];
  const versionOf = await readVersionKeys(db, child, ids);
  const { isnp, to } = question;
  const all = [child, isnp, to, known.endDate];
  return (id) =>
    JSON.stringify([
      ...[all, id, versionOf(id), sinceOf(id)],
      notesOf.get(id) ?? [],
    ]);
}

type ChildrenQuery = Omit<CellsQuery, "sinceOf" | "notesOf">;

async function readRows(
  asked: SignalsQuery,
  wanted: ChildrenQuery,
): Promise<SignalRow[]> {
  const { db, parent: level, question, silent, memory, only } = asked;
  if (level === "physician" || only?.length === 0) return [];
  if (level === "facility") return physicianRows(wanted);
  const all = await readPlaces(db, level, question);
  const places = only ? all.filter(({ id }) => only.includes(id)) : all;
  const ids = places.map((place) => place.id);
  const sinceOf = (id: number) =>
    level === "region" ? (silent.get(id) ?? null) : null;
  const notesOf = await readNotes(asked, childLevelOf(level), ids);
  const cells = await cellsOfPlaces(
    { ...wanted, level, memory, sinceOf, notesOf },
    ids,
  );
  return places.flatMap(({ id, name }) => withSignals({ id, name }, cells));
}

function withSignals(
  named: Omit<SignalRow, "signals">,
  cells: ReadonlyMap<number, SignalCells>,
): SignalRow[] {
  const signals = cells.get(named.id);
  return signals ? [{ ...named, signals }] : [];
}

async function readNotes(
  { primary }: SignalsQuery,
  of: ChildLevel | Level,
  ids: readonly number[],
): Promise<Map<number, PhaseNote[]>> {
  const noted = NOTE_LEVELS.find((one) => one === of);
  return noted ? readPhasesOfPlaces(primary, noted, ids) : new Map();
}

function hasSomething(totals: MonthTotals["months"][number]): boolean {
  return totals !== null && TOTALS.some((total) => totals[total] !== 0);
}

async function physicianRows(wanted: ChildrenQuery): Promise<SignalRow[]> {
  const { db, question, months } = wanted;
  const { to } = question;
  const found = await monthTotalsOfPhysicians(db, question, { months, to });
  const cells = await cellsOfChildren(
    { ...wanted, sinceOf: () => null, notesOf: new Map() },
    found,
  );
  const known = await db
    .selectFrom("physicians")
    .where(isIn("npi", [...found.keys()]))
    .select(["npi as id", "first_name", "last_name", "credentials"])
    .execute();
  const named = new Map(known.map((one) => [one.id, one]));
  const people = [...found.keys()]
    .filter((npi) => npi !== NO_PHYSICIAN_ID)
    .map(
      (id) =>
        named.get(id) ?? {
          id,
          first_name: null,
          last_name: null,
          credentials: null,
        },
    )
    .sort(byPersonName);
  return [
    ...people.map(({ id, first_name, last_name, credentials }) => ({
      id,
      name: credentialedName(last_name, first_name, credentials),
    })),
    { id: NO_PHYSICIAN_ID, name: null },
  ].flatMap((person) => withSignals(person, cells));
}
