import type { Kysely } from "kysely";
import { rankOf, type AccessLevel } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import type { Schema } from "~server/store/schema";

/** "all" means no restriction. */
export type FacilityIds = number[] | "all";

type Db = Kysely<Schema>;

export function seesEverything(viewer: Viewer): boolean {
  return hasRankOf(viewer, "company");
}

export function hasRankOf(viewer: Viewer, level: AccessLevel): boolean {
  return rankOf(viewer.accessLevel) >= rankOf(level);
}

const ID_OF = {
  division: "regions.division_id",
  region: "regions.id",
  facility: "facilities.id",
} as const;

/** The facilities a viewer may see figures of; a physician's are those with their stays. */
export async function accessibleFacilityIds(
  db: Db,
  viewer: Viewer,
): Promise<FacilityIds> {
  if (seesEverything(viewer)) return "all";
  const { accessLevel } = viewer;
  const ids = [...viewer.accessLevelIds];
  if (ids.length === 0) return [];
  if (accessLevel === "physician") return facilityIdsOfPhysicians(db, ids);
  const column = ID_OF[accessLevel as keyof typeof ID_OF];
  return listIds(facilities(db).where(column, "in", ids));
}

export async function listInView(
  db: Db,
  inView: FacilityIds,
): Promise<number[]> {
  if (inView === "all") return listIds(facilities(db));
  return [...inView].sort((one, other) => one - other);
}

function facilities(db: Db) {
  return db
    .selectFrom("facilities")
    .innerJoin("regions", "regions.id", "facilities.region_id")
    .select("facilities.id")
    .orderBy("facilities.id");
}

async function listIds(
  query: ReturnType<typeof facilities>,
): Promise<number[]> {
  return (await query.execute()).map((row) => row.id);
}

async function facilityIdsOfPhysicians(
  db: Db,
  npis: number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom("stays")
    .where("npi", "in", npis)
    .select("facility_id")
    .distinct()
    .orderBy("facility_id")
    .execute();
  return rows.map((row) => row.facility_id);
}
