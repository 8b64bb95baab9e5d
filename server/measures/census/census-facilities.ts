import type { Kysely } from "kysely";
import type { IsoDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { isIn } from "../question";
import {
  NO_COUNTS,
  readCensusCounts,
  type CensusCounts,
} from "./census-counts";
import type { FeedFacts } from "./feed-facts";
import type { CensusQuestion } from "./judged-stays";

/** What stays, transfers and the facilities themselves say: all that comes with a new version of the data. */
export interface CensusRow extends Omit<CensusCounts, "residents"> {
  facility_id: number;
  facility_name: string;
  /** In house at the end of the reach; null where that is not known. */
  residents: number | null;
  /** Certified beds, as far as they are known. */
  beds: number | null;
}

/** What the feed of a facility says; all empty for one without. */
export interface FeedCells {
  /** When the newest message, and the newest movement, were said, ISO 8601 in UTC. */
  last_message: string | null;
  last_movement: string | null;
  /** The day of that at the facility. */
  last_movement_on: IsoDay | null;
  /** Movements a day, lately and in the 90 days before the newest one; null for a feed that is too young. */
  movements: number | null;
  usual_movements: number | null;
  /** True where so long a gap is hardly chance. */
  is_silent: boolean;
}

export async function readCensusRows(
  db: Kysely<Schema>,
  question: CensusQuestion,
): Promise<CensusRow[]> {
  const { facilityIds } = question;
  const [facilities, counts] = await Promise.all([
    db
      .selectFrom("facilities")
      .where(isIn("id", facilityIds))
      .select(["id", "name", "data_through", "beds"])
      .execute(),
    readCensusCounts(db, question),
  ]);
  const byId = new Map(facilities.map((facility) => [facility.id, facility]));
  return facilityIds.flatMap((facilityId) => {
    const facility = byId.get(facilityId);
    if (!facility) return [];
    const { name, data_through, beds } = facility;
    const found = counts.get(facilityId) ?? NO_COUNTS;
    return [
      {
        ...found,
        // Without a reach nothing counts, and whoever is there is not known (R296).
        residents: data_through === null ? null : found.residents,
        facility_id: facilityId,
        facility_name: name,
        beds,
      },
    ];
  });
}

export function feedCells(facts: FeedFacts | undefined): FeedCells {
  return {
    last_message: facts?.lastMessage ?? null,
    last_movement: facts?.lastMovement ?? null,
    last_movement_on: facts?.lastMovementOn ?? null,
    movements: facts?.recent ?? null,
    usual_movements: facts?.usual ?? null,
    is_silent: facts ? facts.silentSince !== null : false,
  };
}
