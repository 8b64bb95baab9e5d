import type { Kysely } from "kysely";
import type { AccessLevel } from "~/domain/access/ranks";
import type { LocationLevel } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";

export interface Location {
  /** Its own id and the ids of the locations above it, by level. */
  ancestry: Partial<Record<AccessLevel, number>>;
  facilityIds: number[];
}

type Db = Kysely<Schema>;

export function findLocation(
  db: Db,
  level: LocationLevel,
  id: number,
): Promise<Location | null> {
  switch (level) {
    case "division":
      return findDivision(db, id);
    case "region":
      return findRegion(db, id);
    case "facility":
      return findFacility(db, id);
  }
}

async function findDivision(db: Db, id: number): Promise<Location | null> {
  const division = await db
    .selectFrom("divisions")
    .where("id", "=", id)
    .select("id")
    .executeTakeFirst();
  if (!division) return null;
  const rows = await db
    .selectFrom("facilities")
    .innerJoin("regions", "regions.id", "facilities.region_id")
    .where("regions.division_id", "=", id)
    .select("facilities.id")
    .orderBy("facilities.id")
    .execute();
  return { ancestry: { division: id }, facilityIds: rows.map((r) => r.id) };
}

async function findRegion(db: Db, id: number): Promise<Location | null> {
  const region = await db
    .selectFrom("regions")
    .where("id", "=", id)
    .select("division_id")
    .executeTakeFirst();
  if (!region) return null;
  const rows = await db
    .selectFrom("facilities")
    .where("region_id", "=", id)
    .select("id")
    .orderBy("id")
    .execute();
  return {
    ancestry: { division: region.division_id, region: id },
    facilityIds: rows.map((r) => r.id),
  };
}

async function findFacility(db: Db, id: number): Promise<Location | null> {
  const facility = await db
    .selectFrom("facilities")
    .innerJoin("regions", "regions.id", "facilities.region_id")
    .where("facilities.id", "=", id)
    .select(["facilities.region_id", "regions.division_id"])
    .executeTakeFirst();
  if (!facility) return null;
  return {
    ancestry: {
      division: facility.division_id,
      region: facility.region_id,
      facility: id,
    },
    facilityIds: [id],
  };
}
