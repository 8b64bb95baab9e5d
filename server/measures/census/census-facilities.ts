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

/** Everything that changes only with the data version. */
export interface CensusRow extends Omit<CensusCounts, "residents"> {
  facility_id: number;
  facility_name: string;
  /** In house at the data cut-off; null if unknown. */
  residents: number | null;
  /** Certified beds, if known. */
  beds: number | null;
}

/** Facts about a facility's feed; all empty without one. */
export interface FeedCells {
  /** When the newest message and movement were sent, ISO 8601 in UTC. */
  last_message: string | null;
  last_movement: string | null;
  /** Day by the facility's clock. */
  last_movement_on: IsoDay | null;
  /** Movements a day, recently and in the 90 days before the newest one; null for a young feed. */
  movements: number | null;
  usual_movements: number | null;
  /** True if the gap is too long for chance. */
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
        // Nothing counts without a data cut-off, so the residents are unknown (R296).
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
