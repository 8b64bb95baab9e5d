import { LRUCache } from "lru-cache";
import type { Habits } from "~/features/data-quality/rules/silence";
import type { FacilityCounts } from "~/features/today/rules/today-order";
import type { CensusRow } from "./census-facilities";
import { WaitingMemory } from "./waiting-messages";

/** Of 15,000 facilities all stays and those flagged ISNP, and some from before a change. */
const MOST_ROWS = 40_000;
const MOST_FEEDS = 20_000;

/** What has been counted of the census of facilities, each under all that it depends on. */
export class CensusMemory {
  readonly rows = new LRUCache<string, CensusRow>({ max: MOST_ROWS });
  readonly today = new LRUCache<string, FacilityCounts>({ max: MOST_ROWS });
  readonly habits = new LRUCache<string, Habits>({ max: MOST_FEEDS });
  readonly waiting = new WaitingMemory();
}
