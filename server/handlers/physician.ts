import { getPhysician } from "~/contract/physician";
import type { Physician } from "~/contract/physician";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { FacilityIds } from "~server/access/facilities";
import type { ApiDeps } from "~server/door/api-deps";
import { notFound } from "~server/refusal";
import { requireScope } from "./require-scope";
import { readDataState } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import { register, type Doors } from "~server/door/doors";

/** A physician with the facilities in view where they have stays. */
export function registerPhysician(doors: Doors, deps: ApiDeps): void {
  register(doors, getPhysician, async ({ params, viewer }) => {
    const { npi } = params;
    // The row of stays without a physician is nobody, so there is no record to read.
    if (npi === NO_PHYSICIAN_ID) throw notFound();
    const { db } = deps.store;
    const scope = await requireScope(deps, viewer, {
      level: "physician",
      id: npi,
    });
    const [{ npi: id, ...record }, facilities, { lastUpdated }] =
      await Promise.all([
        db
          .selectFrom("physicians")
          .where("npi", "=", npi)
          .selectAll()
          .executeTakeFirstOrThrow(),
        facilitiesOf(deps.store, npi, scope.facilityIds),
        readDataState(db),
      ]);
    const data: Physician = {
      ...record,
      physician_id: id,
      physician_npi: id,
      facilities,
    };
    return { data, lastUpdated };
  });
}

async function facilitiesOf(
  { db }: Store,
  npi: number,
  inView: FacilityIds,
): Promise<Physician["facilities"]> {
  const rows = await db
    .selectFrom("facilities")
    .innerJoin("regions", "regions.id", "facilities.region_id")
    .innerJoin("divisions", "divisions.id", "regions.division_id")
    .where(
      "facilities.id",
      "in",
      db.selectFrom("stays").where("npi", "=", npi).select("facility_id"),
    )
    .select([
      "facilities.id as facility_id",
      "facilities.name as facility_name",
      "regions.id as region_id",
      "regions.name as region_name",
      "divisions.id as division_id",
      "divisions.name as division_name",
    ])
    .execute();
  const { compare } = new Intl.Collator("en", { numeric: true });
  return rows
    .filter((row) => inView === "all" || inView.includes(row.facility_id))
    .sort((a, b) => compare(a.facility_name, b.facility_name));
}
