import type { Kysely } from "kysely";
import type { CensusFacility } from "~/contract/census";
import { isoDayOf } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { isIn } from "../question";
import { NO_COUNTS, readCensusCounts } from "./census-counts";
import type { FeedFacts } from "./feed-facts";
import type { CensusQuestion } from "./judged-stays";

/** What stays, transfers and the facilities themselves say: all that comes with a new version of the data. */
export type CensusRow = Omit<CensusFacility, keyof FeedCells | "waiting">;

type FeedCells = Pick<
  CensusFacility,
  | "last_message"
  | "last_movement"
  | "movements"
  | "usual_movements"
  | "is_silent"
>;

/** Rows of facilities, in the order of the ids. */
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
        data_through: data_through === null ? null : isoDayOf(data_through),
        beds,
      },
    ];
  });
}

/** The cells of a facility's feed; all empty for one without. */
export function feedCells(facts: FeedFacts | undefined): FeedCells {
  return {
    last_message: facts?.lastMessage ?? null,
    last_movement: facts?.lastMovement ?? null,
    movements: facts?.recent ?? null,
    usual_movements: facts?.usual ?? null,
    is_silent: facts?.isSilent ?? false,
  };
}
