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

/** Which rows of residents a viewer may see, whatever resident, facility or range is asked for (R313). */
export interface ResidentView {
  /** Row of `stays`. */
  stays: Condition;
  /** Row of `transfers`. */
  transfers: Condition;
  /** Row of `notes`. Of ISNP-only viewers these are still to be narrowed by their stays: see `readSeenNotes`. */
  notes: Condition;
}

const ALL: Condition = sql<SqlBool>`1 = 1`;
const NONE: Condition = sql<SqlBool>`1 = 0`;

/**
 * Physicians see the stays and notes with their number, others those at facilities of theirs; ISNP-only viewers of these the
 * flagged stays and what belongs to them. A transfer is seen with its stay. One that no stay holds is seen from rank 2 up
 * at its facility, where stays without the flag are seen.
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

/**
 * Of a resident of whom a viewer sees nothing: null, which answers 204, for who sees everybody, because then there is none.
 * Others are refused, so that they are not told whether there is one (R16).
 */
export function noneOrForbidden(viewer: Viewer): null {
  if (seesAllResidents(viewer)) return null;
  throw forbidden();
}

/** True for who sees residents of whom there is nothing to see yet, too. */
export function seesAllResidents(viewer: Viewer): boolean {
  return seesEverything(viewer) && !viewer.isnpOnly;
}
