import type { CensusStay } from "./census-stay";
import type { ToldStay } from "./visit-stays";
import type { Moment } from "./words";

/** A stay that counts. */
export interface ResidentStay extends Omit<CensusStay, "id" | "saidMs"> {
  /** Of the census; null for one that only messages tell of. */
  censusId: number | null;
  /** Whose word is the later one. */
  wordOf: "census" | "feed";
  /** As the messages tell it; its admission is null where the census alone tells that. */
  told:
    | (Omit<ToldStay, "admitted" | "claimedDays" | "isOfUpdates"> & {
        admitted: Moment | null;
      })
    | null;
}
