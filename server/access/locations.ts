import type { Kysely } from "kysely";
import type { AccessLevel } from "~/domain/access/ranks";
import type { LocationLevel } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";

const ID_OF = {
  division: "divisions.id",
  region: "regions.id",
  facility: "facilities.id",
} as const;

export async function findLocation(
  db: Kysely<Schema>,
  level: LocationLevel,
  id: number,
): Promise<{
  ancestry: Partial<Record<AccessLevel, number>>;
  facilityIds: number[];
} | null> {
  const rows = await db
    .selectFrom("divisions")
    .leftJoin("regions", "regions.division_id", "divisions.id")
    .leftJoin("facilities", "facilities.region_id", "regions.id")
    .where(ID_OF[level], "=", id)
    .select([
      "divisions.id as division",
      "regions.id as region",
      "facilities.id as facility",
    ])
    .orderBy("facilities.id")
    .execute();
  const [first] = rows;
  if (!first) return null;
  const { division, region, facility } = first;
  return {
    ancestry: {
      division,
      ...(level !== "division" && region !== null && { region }),
      ...(level === "facility" && facility !== null && { facility }),
    },
    facilityIds: rows.flatMap((row) => row.facility ?? []),
  };
}
