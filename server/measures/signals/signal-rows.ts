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
import type { Schema } from "~server/store/schema";
import { TOTALS } from "../additive-totals";
import { firstGraphDay, shownMonths } from "../graph-months";
import { readPlaces } from "../location-rows";
import { readPhasesOfPlaces } from "../phases-of-places";
import { byPersonName } from "../person-order";
import { isIn, type Question } from "../question";
import type { StayFigures } from "../stay-figures";
import {
  cellsOfChildren,
  cellsOfPlaces,
  type CellsAsked,
} from "./cells-of-children";
import { readEventsOf } from "./events-of-children";
import {
  monthTotalsOf,
  monthTotalsOfPhysicians,
  type MonthTotals,
} from "./month-totals";
import {
  signalCells,
  type KnownOfMonths,
  type SignalCells,
} from "./signal-cells";
import type { SignalMemory } from "./signal-memory";

/** A child of a place, and what its newest months say. */
export interface SignalRow {
  id: number;
  /** Null for the stays without a physician, which have the id 0. */
  name: string | null;
  signals: SignalCells;
}

export interface Signals {
  /** Those of the place or physician itself. */
  own: SignalCells;
  /** Those of its children, by name; none for a physician, who has patients. */
  rows: SignalRow[];
}

/** Whose signals are asked for. */
interface SignalsAsked {
  db: Kysely<Schema>;
  /** Where phases are read: they change without the data. */
  primary: Kysely<Schema>;
  level: Level;
  id: number;
  /** The level whose children are listed: that of the place, or a region for all facilities below it. */
  parent: Level;
  question: Question;
  figures: StayFigures;
  endDate: IsoDay;
  /** The last days of which silent facilities have told. */
  silent: ReadonlyMap<number, IsoDay>;
  memory: SignalMemory;
}

/**
 * The signals of a place or physician and of all its children or facilities, by name; the stays without a physician come last (R97). Null where there is
 * nothing to count in any of the months.
 */
export async function readSignals(
  asked: SignalsAsked,
): Promise<Signals | null> {
  const { db, level, id, parent, question, figures, endDate, silent } = asked;
  const months = shownMonths(endDate);
  const own = await monthTotalsOf(figures, { months, to: question.to });
  if (!own.months.some(hasSomething)) return null;
  const known: KnownOfMonths = {
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

type Wanted = Omit<CellsAsked, "sinceOf" | "notesOf">;

/** The children by name. */
async function readRows(
  asked: SignalsAsked,
  wanted: Wanted,
): Promise<SignalRow[]> {
  const { db, parent: level, question, silent, memory } = asked;
  if (level === "physician") return [];
  if (level === "facility") return physicianRows(wanted);
  const places = await readPlaces(db, level, question);
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

/** The phases of the charts of places by their ids; none of physicians. */
async function readNotes(
  { primary }: SignalsAsked,
  of: ChildLevel | Level,
  ids: readonly number[],
): Promise<Map<number, PhaseNote[]>> {
  const noted = NOTE_LEVELS.find((one) => one === of);
  return noted ? readPhasesOfPlaces(primary, noted, ids) : new Map();
}

function hasSomething(totals: MonthTotals["months"][number]): boolean {
  return totals !== null && TOTALS.some((total) => totals[total] !== 0);
}

async function physicianRows(wanted: Wanted): Promise<SignalRow[]> {
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
