import { setImmediate as nextTurn } from "node:timers/promises";
import type { IsoDay } from "~/domain/calendar";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import { CHILD_PLACES, type ParentLevel } from "../child-places";
import { readVersionKeys } from "../place-versions";
import { readEventsOfChildren, type EventsAsked } from "./events-of-children";
import {
  areWhole,
  monthTotalsOfPlaces,
  type MonthTotals,
} from "./month-totals";
import {
  signalCells,
  type KnownOfMonths,
  type SignalCells,
} from "./signal-cells";
import type { SignalMemory } from "./signal-memory";

/** Children that are judged before others have their turn: some milliseconds. */
const JUDGED_AT_ONCE = 50;

/** What the cells of the children of a place or physician are made of. */
export interface CellsAsked extends EventsAsked {
  known: KnownOfMonths;
  /** The last day of which a child has told that is silent. */
  sinceOf: (id: number) => IsoDay | null;
  /** The phases of the children. */
  notesOf: ReadonlyMap<number, readonly PhaseNote[]>;
}

/** The cells of children whose totals are known, by their ids. */
export async function cellsOfChildren(
  asked: CellsAsked,
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

/** The cells of child places, of which those are judged alone that are not in memory. */
export async function cellsOfPlaces(
  asked: CellsAsked & { level: ParentLevel; memory: SignalMemory },
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
  if (rest.length === 0) return found;
  const totals = await monthTotalsOfPlaces(db, level, question, rest, {
    ...{ months, to },
  });
  const totalsOf = new Map(
    rest.flatMap((id, at) => {
      const own = totals[at];
      return own ? [[id, own] as const] : [];
    }),
  );
  for (const [id, cells] of await cellsOfChildren(asked, totalsOf)) {
    found.set(id, cells);
    if (keyOf) memory.set(keyOf(id), cells);
  }
  return found;
}

/** All that the cells of a place depend on; null where they are of the facilities in view alone. */
async function keysOf(
  {
    db,
    level,
    question,
    known,
    sinceOf,
    notesOf,
  }: CellsAsked & {
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
