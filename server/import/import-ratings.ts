import path from "node:path";
import type { Kysely } from "kysely";
import { raiseVersion } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { keptTransaction, type KeepResult } from "./kept-transaction";
import {
  readRatings,
  type RatingsFile,
  type FacilityStars,
} from "./ratings-file";

export interface RatingsResult {
  file: RatingsFile;
  facilities: number;
  withoutCcn: number;
  /** Facilities whose CCN is in the file. */
  matched: number;
  /** Of those, the ones whose stars changed. */
  changed: number;
  /** CCNs of facilities that are not in the file. */
  unmatchedCcns: string[];
}

const STARS = ["overall", "survey", "quality", "staffing"] as const;

function hasStars(
  facility: Partial<Record<string, unknown>>,
  stars: FacilityStars,
) {
  return STARS.every((field) => facility[field] === stars[field]);
}

/**
 * Gives the facilities the stars that a CMS provider information file has for their CCNs. Facilities that are not
 * in it keep theirs. The data version grows when a star changed. Throws a RatingsFileError for a file of another
 * kind.
 */
export async function importRatings(
  store: Store,
  filePath: string,
  keep: KeepResult<RatingsResult> = () => Promise.resolve(true),
): Promise<RatingsResult> {
  const file = await readRatings(filePath, path.basename(filePath));
  return keptTransaction(store, (db) => giveStars(db, file), keep);
}

async function giveStars(
  db: Kysely<Schema>,
  file: RatingsFile,
): Promise<RatingsResult> {
  const facilities = await db
    .selectFrom("facilities")
    .select(["id", "ccn", ...STARS])
    .orderBy("id")
    .execute();
  const result: RatingsResult = {
    file,
    facilities: facilities.length,
    withoutCcn: facilities.filter(({ ccn }) => ccn === null).length,
    matched: 0,
    changed: 0,
    unmatchedCcns: [],
  };
  for (const facility of facilities) {
    if (facility.ccn === null) {
      continue;
    }
    const stars = file.ratings.get(facility.ccn);
    if (!stars) {
      result.unmatchedCcns.push(facility.ccn);
      continue;
    }
    result.matched += 1;
    if (!hasStars(facility, stars)) {
      result.changed += 1;
      await db
        .updateTable("facilities")
        .set(stars)
        .where("id", "=", facility.id)
        .execute();
    }
  }
  if (result.changed > 0) {
    await raiseVersion(db, "all");
  }
  return result;
}
