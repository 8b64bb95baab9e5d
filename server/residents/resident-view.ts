import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { Viewer } from "~/domain/access/viewer";
import {
  accessibleFacilityIds,
  hasRankOf,
  seesEverything,
} from "~server/access/facilities";
import { isIn, isOneOf } from "~server/measures/question";
import { forbidden } from "~server/refusal";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;
type Condition = RawBuilder<SqlBool>;

/** SQL conditions for the resident rows a viewer may see, whatever the query (R313). */
export interface ResidentView {
  stays: Condition;
  transfers: Condition;
  /** `readSeenNotes` narrows these by stay for ISNP-only viewers. */
  notes: Condition;
}

const ALL: Condition = sql<SqlBool>`1 = 1`;
const NONE: Condition = sql<SqlBool>`1 = 0`;

/**
 * Physicians see rows of their NPI, others those at their facilities; ISNP-only viewers of these only ISNP stays. A
 * transfer is visible with its stay; one without a stay to ranks of 2 and above that are not ISNP-only.
 */
export async function residentView(
  db: Db,
  viewer: Viewer,
): Promise<ResidentView> {
  const isPhysician = !hasRankOf(viewer, "facility");
  const npis = [...new Set(viewer.accessLevelIds)];
  const facilityIds = isPhysician
    ? []
    : await accessibleFacilityIds(db, viewer);
  const ofViewer = (table: "stays" | "transfers" | "notes"): Condition =>
    (isPhysician && table !== "transfers"
      ? isIn(`${table}.npi`, npis)
      : isOneOf(`${table}.facility_id`, facilityIds)) ?? ALL;
  const stays = viewer.isnpOnly
    ? sql<SqlBool>`(${ofViewer("stays")} and stays.isnp = 1)`
    : ofViewer("stays");
  const withoutStay = viewer.isnpOnly ? NONE : ofViewer("transfers");
  return {
    stays,
    transfers: sql<SqlBool>`(case when transfers.stay_id is null then ${withoutStay}
      else exists (select 1 from stays where stays.id = transfers.stay_id and ${stays}) end)`,
    notes: ofViewer("notes"),
  };
}

/** Null (204) for viewers who see everybody; others get 403, so they do not learn whether the resident exists (R16). */
export function noneOrForbidden(viewer: Viewer): null {
  if (seesAllResidents(viewer)) return null;
  throw forbidden();
}

/** True for viewers who see every resident, even those without stays. */
export function seesAllResidents(viewer: Viewer): boolean {
  return seesEverything(viewer) && !viewer.isnpOnly;
}
