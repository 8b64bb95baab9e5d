import { RATE_GRAPHS, type GraphTag } from "~/domain/graphs/rate-graphs";
import { isSignal } from "./words";
import type { Variation } from "./variation";

/** The signals seen at the last visit, keyed by `{level}/{id}` of the place. */
export type KnownSignals = Record<string, string[]>;

export interface SignalVisit {
  /** ISO 8601 in UTC. */
  signedInAt: string;
  /** Signals beyond these are new. */
  before: KnownSignals;
  now: KnownSignals;
}

const MOST_PLACES = 100;

export interface PlaceSignal {
  /** The child of the place that it belongs to; null for the place itself. */
  child: number | null;
  graph: GraphTag;
  key: string;
  /** False for a drift. */
  isUnusual: boolean;
}

interface Cell {
  variation: Variation;
  month: string | null;
}

type Cells = Readonly<Record<GraphTag, Cell>>;

/** An unusual month is a signal of its own; a drift stays the same signal as long as it goes on. */
export function signalsIn({
  own,
  rows,
}: {
  own: Cells;
  rows: readonly { id: number; signals: Cells }[];
}): PlaceSignal[] {
  const all = [
    { child: null, cells: own },
    ...rows.map(({ id, signals }) => ({ child: id, cells: signals })),
  ];
  return all.flatMap(({ child, cells }) =>
    RATE_GRAPHS.flatMap(({ graph }) => {
      const { variation, month } = cells[graph];
      if (!isSignal(variation)) return [];
      const isUnusual = variation.startsWith("unusually");
      const parts = [child ?? "own", graph, variation];
      const key = [...parts, ...(isUnusual ? [month] : [])].join(":");
      return [{ child, graph, key, isUnusual }];
    }),
  );
}

/** A sign-in after the stored visit's begins a new visit, which knows what that one has shown; an earlier session belongs to it (R372). */
export function continueVisit(
  stored: SignalVisit | null,
  signedInAt: string,
  seen: KnownSignals,
): SignalVisit {
  if (stored === null) return { signedInAt, before: {}, now: seen };
  if (signedInAt <= stored.signedInAt) {
    return { ...stored, now: together(stored.now, seen) };
  }
  const before = together(stored.before, stored.now);
  return { signedInAt, before, now: seen };
}

/** None for a place that no earlier visit has looked at. */
export function newSignals(
  { before }: SignalVisit,
  place: string,
  signals: readonly PlaceSignal[],
): PlaceSignal[] {
  const known = before[place];
  return known ? signals.filter(({ key }) => !known.includes(key)) : [];
}

function together(one: KnownSignals, other: KnownSignals): KnownSignals {
  const kept = Object.entries(one).filter(([place]) => !(place in other));
  return Object.fromEntries(
    [...kept, ...Object.entries(other)].slice(-MOST_PLACES),
  );
}
