import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Graphs } from "~/contract/graphs";
import { isoDayOf, type EpochDay, type IsoDay } from "~/domain/calendar";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import { NOTE_LEVELS } from "~/domain/graphs/note-kinds";
import { NO_PHYSICIAN_ID, type Level } from "~/domain/places/hierarchy";
import { credentialedName } from "~/domain/person-name";
import type { Schema } from "~server/store/schema";
import { isAllZero } from "../additive-totals";
import {
  areWhole,
  CHILD_PLACES,
  readFacilitiesOf,
  readPlaces,
  type ParentLevel,
} from "../child-places";
import { shownMonths, type CalendarMonth } from "../graph-months";
import { readPhasesOfPlaces } from "../phases-of-places";
import {
  daysOfHistories,
  pagesOfHistories,
} from "../physicians/physician-figures";
import { readVersionKeys } from "../place-versions";
import { byPersonName } from "../patient-rows";
import { chunksOf, isIn, type Question } from "../question";
import { FIRST_DAY, rareEvents, rareMeasures, readRareEvents } from "../graphs";
import type { StayFigures } from "../stay-figures";
import { readJudged, SIGNALS_EDITION, storeJudged } from "./judged-signals";
import { summedDays, type DayCounts } from "../totals/day-counts";
import { PlaceTotals } from "../totals/place-totals";
import {
  monthTotalsOf,
  monthTotalsOfPhysicians,
  monthTotalsOfPlaces,
  type MonthTotals,
  signalCells,
  type SignalCells,
  type SignalFacts,
  type SignalMemory,
} from "./signal-cells";

export interface SignalRow {
  id: number;
  /** Null for stays without a physician, which have id 0. */
  name: string | null;
  signals: SignalCells;
}

export interface Signals {
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
  silent: ReadonlyMap<number, IsoDay>;
  memory: SignalMemory;
  /** Verdicts of facilities are stored too. */
  isStored?: boolean;
  only?: readonly number[] | undefined;
}

/** Rows come by name, stays without a physician last (R97); null if nothing counts. */
export async function readSignals(
  query: SignalsQuery,
): Promise<Signals | null> {
  const { primary, level, id, question, figures, endDate, silent } = query;
  const months = shownMonths(endDate);
  const own = await monthTotalsOf(figures, { months, to: question.to });
  const begun = begunOf(own);
  if (begun.every(isAllZero)) return null;
  const rows = await readRows({ ...query, months });
  const events = await readRareEvents(figures, question, months, begun);
  const since = level === "facility" ? (silent.get(id) ?? null) : null;
  const notes = (await readNotes(primary, level, [id])).get(id);
  const facts = { since, events, notes };
  return { own: signalCells(own, months, endDate, facts), rows };
}

function begunOf({ months }: MonthTotals) {
  return months.filter((totals) => totals !== null);
}

type ChildrenQuery = SignalsQuery & { months: readonly CalendarMonth[] };
type PlacesQuery = ChildrenQuery & { parent: ParentLevel };
type FactsOf = (id: number) => Omit<SignalFacts, "events">;

async function readRows(query: ChildrenQuery): Promise<SignalRow[]> {
  const { db, primary, parent, question, silent, only } = query;
  if (parent === "physician" || only?.length === 0) return [];
  if (parent === "facility") return physicianRows(query);
  const all = await readPlaces(db, parent, question);
  const places = only ? all.filter(({ id }) => only.includes(id)) : all;
  const ids = places.map(({ id }) => id);
  const notes = await readNotes(primary, CHILD_PLACES[parent].child, ids);
  const factsOf = (id: number) => ({
    since: parent === "region" ? (silent.get(id) ?? null) : null,
    notes: notes.get(id),
  });
  const cells = await cellsOfPlaces({ ...query, parent }, ids, factsOf);
  return places.flatMap((place) => withSignals(place, cells));
}

function withSignals(
  named: Omit<SignalRow, "signals">,
  cells: ReadonlyMap<number, SignalCells>,
): SignalRow[] {
  const signals = cells.get(named.id);
  return signals ? [{ ...named, signals }] : [];
}

async function readNotes(
  primary: Kysely<Schema>,
  level: Level,
  ids: readonly number[],
): Promise<Map<number, PhaseNote[]>> {
  const noted = NOTE_LEVELS.find((one) => one === level);
  return noted ? readPhasesOfPlaces(primary, noted, ids) : new Map();
}

/** Children read and judged per turn: some 30 milliseconds. */
const JUDGED_AT_ONCE = 10;

/** Cells of child places; judges only those that are not cached. */
async function cellsOfPlaces(
  query: PlacesQuery,
  ids: readonly number[],
  factsOf: FactsOf,
): Promise<Map<number, SignalCells>> {
  const { db, primary, parent, question, months, memory } = query;
  const asked = { months, to: question.to };
  const keyOf = await keysOf(query, ids, factsOf);
  const found = new Map<number, SignalCells>();
  for (const id of ids) {
    const cells = keyOf && memory.get(keyOf(id));
    if (cells) found.set(id, cells);
  }
  const unknown = ids.filter((id) => !found.has(id));
  const storedBy =
    query.isStored && parent === "region" && unknown.length > 0 ? keyOf : null;
  if (storedBy) {
    const stored = await readJudged(primary, question, unknown, storedBy);
    for (const [id, cells] of stored) {
      found.set(id, cells);
      memory.set(storedBy(id), cells);
    }
  }
  const judged = new Map<number, SignalCells>();
  const rest = unknown.filter((id) => !found.has(id));
  for (const some of chunksOf(rest, JUDGED_AT_ONCE)) {
    const totals = await monthTotalsOfPlaces(db, parent, question, some, asked);
    const totalsOf = new Map(
      totals.map((own, at) => [some[at] ?? 0, own] as const),
    );
    for (const [id, cells] of await cellsOf(query, totalsOf, factsOf)) {
      judged.set(id, cells);
      if (keyOf) memory.set(keyOf(id), cells);
    }
  }
  if (storedBy && judged.size > 0) {
    // Nobody waits for it: what cannot be stored is judged again.
    storeJudged(primary, question, judged, storedBy).catch(() => undefined);
  }
  return new Map([...found, ...judged]);
}

/** Cache keys with everything the cells of a place depend on; null if they cover only facilities in view. */
async function keysOf(
  { db, parent, question, endDate }: PlacesQuery,
  ids: readonly number[],
  factsOf: FactsOf,
): Promise<((id: number) => string) | null> {
  if (!areWhole(parent, question)) return null;
  const { child } = CHILD_PLACES[parent];
  const versionOf = await readVersionKeys(db, child, ids);
  const { isnp, to } = question;
  return (id) =>
    JSON.stringify([
      ...[SIGNALS_EDITION, child, isnp, to, endDate, id],
      ...[versionOf(id), factsOf(id)],
    ]);
}

async function physicianRows(query: ChildrenQuery): Promise<SignalRow[]> {
  const { db, question, months } = query;
  const { to } = question;
  const found = await monthTotalsOfPhysicians(db, question, { months, to });
  const cells = await cellsOf(query, found, () => ({ since: null }));
  const known = await db
    .selectFrom("physicians")
    .where(isIn("npi", [...found.keys()]))
    .select(["npi as id", "first_name", "last_name", "credentials"])
    .execute();
  const named = new Map(known.map((one) => [one.id, one]));
  const people = [...found.keys()]
    .filter((npi) => npi !== NO_PHYSICIAN_ID)
    .map((id) => named.get(id) ?? { id, ...NAMELESS })
    .sort(byPersonName);
  return [
    ...people.map(({ id, first_name, last_name, credentials }) => ({
      id,
      name: credentialedName(last_name, first_name, credentials),
    })),
    { id: NO_PHYSICIAN_ID, name: null },
  ].flatMap((person) => withSignals(person, cells));
}

const NAMELESS = { first_name: null, last_name: null, credentials: null };

async function cellsOf(
  query: ChildrenQuery,
  totalsOf: ReadonlyMap<number, MonthTotals>,
  factsOf: FactsOf,
): Promise<Map<number, SignalCells>> {
  const { months, endDate } = query;
  const eventsOf = await readEventsOfChildren(query, totalsOf);
  const found = new Map<number, SignalCells>();
  for (const [id, totals] of totalsOf) {
    const facts = { ...factsOf(id), events: eventsOf(id, totals) };
    found.set(id, signalCells(totals, months, endDate, facts));
    if (found.size % JUDGED_AT_ONCE === 0) await nextTurn();
  }
  return found;
}

async function readEventsOfChildren(
  query: ChildrenQuery,
  totalsOf: ReadonlyMap<number, MonthTotals>,
): Promise<(id: number, totals: MonthTotals) => Graphs["events"]> {
  const { parent, months } = query;
  const rare = [...totalsOf.keys()].filter((id) => {
    const totals = totalsOf.get(id);
    return totals && rareMeasures(begunOf(totals)).length > 0;
  });
  const [first] = months;
  if (!first || rare.length === 0 || parent === "physician") return () => null;
  const days =
    parent === "facility"
      ? await daysOfPhysicians(query, new Set(rare))
      : await daysOfPlaces({ ...query, parent }, rare);
  const isoDays = new Map<EpochDay, IsoDay>();
  const isoDay = (day: EpochDay) => {
    const found = isoDays.get(day) ?? isoDayOf(day);
    isoDays.set(day, found);
    return found;
  };
  return (id, totals) => {
    const own = days.get(id);
    return own
      ? rareEvents(own, first.firstDay, begunOf(totals), isoDay)
      : null;
  };
}

async function daysOfPhysicians(
  { db, question }: ChildrenQuery,
  rare: ReadonlySet<number>,
): Promise<Map<number, DayCounts[]>> {
  const { facilityIds, isnp, to } = question;
  const found = new Map<number, DayCounts[]>();
  for await (const page of pagesOfHistories(db, { facilityIds, isnp })) {
    for (const one of page) {
      if (!rare.has(one.npi)) continue;
      const days = daysOfHistories([one], { from: FIRST_DAY, to }, isnp);
      found.set(one.npi, days);
    }
  }
  return found;
}

async function daysOfPlaces(
  { db, parent, question }: PlacesQuery,
  ids: readonly number[],
): Promise<Map<number, DayCounts[]>> {
  const { facilityIds, isnp, to } = question;
  const range = { from: FIRST_DAY, to };
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
