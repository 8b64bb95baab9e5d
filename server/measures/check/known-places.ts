import type { Kysely } from "kysely";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import type { Placing } from "./fresh-histories";
import type { Place } from "./stored-tables";

/** The places that there are. */
export interface KnownPlaces {
  /** The company and the divisions. */
  upper: Place[];
  /** Each region with its facilities. */
  regions: { id: number; places: Place[] }[];
  placing: Placing;
  /** Null for a place that there is not. */
  nameOf(place: Place): string | null;
}

/** Reads all places; they are few beside what is kept of them. */
export async function readKnownPlaces(
  db: Kysely<Schema>,
): Promise<KnownPlaces> {
  const named = (table: "divisions" | "regions" | "facilities") =>
    db.selectFrom(table).select(["id", "name"]).execute();
  const divisions = await named("divisions");
  const regions = await named("regions");
  const facilities = await db
    .selectFrom("facilities")
    .innerJoin("regions", "regions.id", "facilities.region_id")
    .select(["facilities.id", "facilities.name", "region_id", "division_id"])
    .execute();
  const whereabouts = new Map(
    facilities.map(({ id, region_id, division_id }) => [
      id,
      {
        company: COMPANY_ID,
        division: division_id,
        region: region_id,
        facility: id,
      },
    ]),
  );
  const names = {
    company: new Map([[COMPANY_ID, ""]]),
    division: namesOf(divisions),
    region: namesOf(regions),
    facility: namesOf(facilities),
  };
  return {
    upper: [
      { level: "company", id: COMPANY_ID },
      ...divisions.map(({ id }) => ({ level: "division" as const, id })),
    ],
    regions: regions.map(({ id }) => ({
      id,
      places: [
        { level: "region", id },
        ...facilities
          .filter(({ region_id }) => region_id === id)
          .map((facility) => ({ level: "facility" as const, id: facility.id })),
      ],
    })),
    placing(facilityId) {
      const there = whereabouts.get(facilityId);
      if (!there) throw new Error(`no facility ${facilityId}`);
      return there;
    },
    nameOf: ({ level, id }) => names[level].get(id) ?? null,
  };
}

function namesOf(rows: readonly { id: number; name: string }[]) {
  return new Map(rows.map(({ id, name }) => [id, name]));
}
