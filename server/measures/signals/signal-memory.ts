import { LRUCache } from "lru-cache";
import type { SignalCells } from "./signal-cells";

/** Some megabytes. */
const MOST_PLACES = 5_000;

/**
 * The cells of places, each under all that they depend on: a change in one facility leaves those of its neighbours as they are. Cells are
 * shared, so nobody may change one.
 */
export type SignalMemory = LRUCache<string, SignalCells>;

export function createSignalMemory(): SignalMemory {
  return new LRUCache({ max: MOST_PLACES });
}
