import path from "node:path";
import type { Kysely } from "kysely";
import { raiseVersion } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import { STAR_COLUMNS } from "~server/store/cms-tables";
import type { Schema } from "~server/store/schema";
import { keptTransaction, type KeepResult } from "./kept-transaction";
import {
  readRatings,
  type RatingsFile,
  type FacilityRatings,
} from "./ratings-file";

export interface RatingsResult {
  file: RatingsFile;
  facilities: number;
  withoutCcn: number;
  /** Facilities whose CCN is in the file. */
  matched: number;
  /** Of those, the ones of which something changed. */
  changed: number;
  /** CCNs of facilities that are not in the file. */
  unmatchedCcns: string[];
}

type Stored = Partial<Record<string, unknown>>;

/** What the file says differently; of beds it may say nothing. */
function changesOf(
  facility: Stored,
  { beds, ...stars }: FacilityRatings,
): Partial<FacilityRatings> | null {
  const said = { ...stars, ...(beds !== null && { beds }) };
  const isSame = Object.entries(said).every(
    ([field, value]) => facility[field] === value,
  );
  return isSame ? null : said;
}

/**
 * Gives the facilities the stars, marks and certified beds that a CMS provider information file has for their CCNs (R230). Facilities
 * that are not in it keep theirs. The data version grows when one of them changed. Throws a FileError for a file of another
 * kind.
 */
export async function importRatings(
  store: Store,
  filePath: string,
  keep: KeepResult<RatingsResult> = () => Promise.resolve(true),
): Promise<RatingsResult> {
  const file = await readRatings(filePath, path.basename(filePath));
  return keptTransaction(store, (db) => giveRatings(db, file), keep);
}

async function giveRatings(
  db: Kysely<Schema>,
  file: RatingsFile,
): Promise<RatingsResult> {
  const facilities = await db
    .selectFrom("facilities")
    .select(["id", "ccn", "beds", ...STAR_COLUMNS])
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
    if (facility.ccn === null) continue;
    const ratings = file.ratings.get(facility.ccn);
    if (!ratings) {
      result.unmatchedCcns.push(facility.ccn);
      continue;
    }
    result.matched += 1;
    const changes = changesOf(facility, ratings);
    if (changes) {
      result.changed += 1;
      await db
        .updateTable("facilities")
        .set(changes)
        .where("id", "=", facility.id)
        .execute();
    }
  }
  if (result.changed > 0) {
    await raiseVersion(db, "all");
  }
  return result;
}
