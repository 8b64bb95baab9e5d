import { LRUCache } from "lru-cache";
import type { SignalCells } from "./signal-cells";

/** Some megabytes. */
const MOST_PLACES = 5_000;

/**
 * Cells of places, keyed by everything they depend on, so a change in one facility keeps its neighbours' cells. Cells
 * are shared, so nobody may change one.
 */
export type SignalMemory = LRUCache<string, SignalCells>;

export function createSignalMemory(): SignalMemory {
  return new LRUCache({ max: MOST_PLACES });
}
