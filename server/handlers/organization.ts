import type { Kysely } from "kysely";
import { getOrganization, type Organization } from "~/contract/organization";
import type { Viewer } from "~/domain/access/viewer";
import { withCmsFile } from "~/features/profile/rules/cms/cms-file";
import type { LocationLevel } from "~/domain/places/hierarchy";
import { hasRankOf, seesEverything } from "~server/access/facilities";
import type { ApiDeps } from "~server/door/api-deps";
import { readDataState } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import { register, type Doors } from "~server/door/doors";

/** The locations the viewer may open. Rows name their parents, which the viewer may not be able to open. */
export function registerOrganization(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, getOrganization, async ({ viewer }) => {
    const state = await readDataState(db);
    const { accessLevel, accessLevelIds } = viewer;
    const data = await deps.cache.remember(
      ["organization", state.wideVersion, accessLevel, accessLevelIds],
      () =>
        deps.replicas.read(state, (snapshot) =>
          organizationInView(snapshot, viewer),
        ),
    );
    return { data };
  });
}

type Db = Kysely<Schema>;

type Ancestry = Partial<Record<`${LocationLevel}_id`, number>>;

async function organizationInView(
  db: Db,
  viewer: Viewer,
): Promise<Organization> {
  const [divisions, regions, facilities] = await Promise.all([
    mayOpen(viewer, "division") ? listDivisions(db) : [],
    mayOpen(viewer, "region") ? listRegions(db) : [],
    mayOpen(viewer, "facility") ? listFacilities(db) : [],
  ]);
  const isInView = viewFilter(viewer);
  return {
    divisions: divisions
      .filter(isInView)
      .sort((a, b) => byName(a.division_name, b.division_name)),
    regions: regions
      .filter(isInView)
      .sort((a, b) => byName(a.region_name, b.region_name)),
    facilities: facilities
      .filter(isInView)
      .sort((a, b) => byName(a.facility_name, b.facility_name)),
  };
}

function mayOpen(viewer: Viewer, level: LocationLevel): boolean {
  return hasRankOf(viewer, level);
}

function viewFilter(viewer: Viewer): (row: Ancestry) => boolean {
  if (seesEverything(viewer)) return () => true;
  const { accessLevel } = viewer;
  const own = new Set(viewer.accessLevelIds);
  switch (accessLevel) {
    case "division":
    case "region":
    case "facility":
      return (row) => own.has(row[`${accessLevel}_id`] ?? NaN);
    default:
      return () => false;
  }
}

/** Sort here: the database's order depends on its collation. */
export const { compare: byName } = new Intl.Collator("en", { numeric: true });

function listDivisions(db: Db) {
  return db
    .selectFrom("divisions")
    .select(["id as division_id", "name as division_name"])
    .execute();
}

function listRegions(db: Db) {
  return db
    .selectFrom("regions")
    .innerJoin("divisions", "divisions.id", "regions.division_id")
    .select([
      "regions.id as region_id",
      "regions.name as region_name",
      "divisions.id as division_id",
      "divisions.name as division_name",
    ])
    .execute();
}

/** Facilities with the places that they lie in. */
export function selectFacilities(db: Db) {
  return db
    .selectFrom("facilities")
    .innerJoin("regions", "regions.id", "facilities.region_id")
    .innerJoin("divisions", "divisions.id", "regions.division_id")
    .select([
      "facilities.id as facility_id",
      "facilities.name as facility_name",
      "regions.id as region_id",
      "regions.name as region_name",
      "divisions.id as division_id",
      "divisions.name as division_name",
    ]);
}

async function listFacilities(db: Db) {
  const rows = await selectFacilities(db)
    .select([
      "facilities.overall",
      "facilities.survey as health_inspection",
      "facilities.quality as qm",
      "facilities.staffing",
      "facilities.stars_on",
      "facilities.special_focus",
      "facilities.abuse",
      "facilities.time_zone",
    ])
    .execute();
  return rows.map(withCmsFile);
}
