import { sql, type Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { derivedOf, patientRow, type Resident } from "~server/demo/residents";
import { FIGURES_EDITION } from "~server/measures/rebuild";
import {
  writeObjects,
  writeRows,
  type StoredValue,
} from "~server/store/write-rows";
import { rebuildTotals } from "~server/measures/totals/rebuild-totals";
import type { Schema } from "~server/store/schema";
import {
  FACILITIES_PER_REGION,
  npiOf,
  PHYSICIANS_PER_FACILITY,
  regionOf,
  REGIONS_PER_DIVISION,
  residentsOfRegion,
} from "./census";
import { copyFacilities } from "./copy-facilities";

/** Facilities that are made one by one; a larger company is made of copies of them, which takes a fifth of the time. */
const MADE_AT_MOST = 300;

/** Stays and other large numbers of a filled store. */
export interface Filled {
  facilities: number;
  stays: number;
  totalRows: number;
}

/**
 * Fills an empty database with a company of so many facilities and three years of stays to `today`, derived and rolled
 * up as an import does it. Memory holds one region at a time.
 *
 * @param count a multiple of 10, above 300 one of 300
 */
export async function fillStore(
  db: Kysely<Schema>,
  count: number,
  today: EpochDay,
  say: (progress: string) => void,
): Promise<Filled> {
  const made = Math.min(count, MADE_AT_MOST);
  await db.transaction().execute(async (trx) => {
    await writePlaces(trx, made, today);
    const numbers = { patient: 0, stay: 0, transfer: 0 };
    const ids = Array.from({ length: made }, (_, at) => at + 1);
    for (let at = 0; at < made; at += FACILITIES_PER_REGION) {
      const region = ids.slice(at, at + FACILITIES_PER_REGION);
      await writeResidents(trx, residentsOfRegion(region, today, numbers));
      say(`${at + region.length} facilities`);
    }
  });
  for (let copy = 1; copy * made < count; copy += 1) {
    await copyFacilities(db, made, copy);
    say(`${(copy + 1) * made} facilities`);
  }
  await db.transaction().execute(async (trx) => {
    await writeReviews(trx);
    for await (const count of rebuildTotals(trx)) void count;
  });
  say("totals");
  await db
    .updateTable("data_state")
    .set({
      version: 1,
      origin: "import",
      imported_at: new Date(0).toJSON(),
      figures_edition: FIGURES_EDITION,
    })
    .execute();
  return {
    facilities: count,
    stays: await countRows(db, "stays"),
    totalRows: await countRows(db, "place_totals"),
  };
}

async function countRows(
  db: Kysely<Schema>,
  table: "stays" | "place_totals",
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function writePlaces(
  db: Kysely<Schema>,
  facilities: number,
  today: EpochDay,
): Promise<void> {
  const regions = regionOf(facilities);
  const divisions = Math.ceil(regions / REGIONS_PER_DIVISION);
  await writeRows(
    db,
    { table: "divisions", columns: ["id", "name"] },
    numbered(divisions, (id) => [id, `Division ${id}`]),
  );
  await writeRows(
    db,
    { table: "regions", columns: ["id", "name", "division_id"] },
    numbered(regions, (id) => [
      id,
      `Region ${id}`,
      Math.ceil(id / REGIONS_PER_DIVISION),
    ]),
  );
  await writeRows(
    db,
    {
      table: "facilities",
      columns: ["id", "name", "region_id", "data_through"],
    },
    numbered(facilities, (id) => [id, `Facility ${id}`, regionOf(id), today]),
  );
  await writeRows(
    db,
    { table: "physicians", columns: ["npi", "first_name", "last_name"] },
    numbered(facilities * PHYSICIANS_PER_FACILITY, (id) => [
      npiOf(1, id - 1),
      "First",
      `Last ${id}`,
    ]),
  );
}

/** Two of three unplanned transfers are reviewed. */
async function writeReviews(db: Kysely<Schema>): Promise<void> {
  await sql`
    insert into reviews (transfer_id, patient_id, facility_id, transferred_on, npi, isnp, version, state, answers, avoidable, causes, owner_key)
    select transfers.id, transfers.patient_id, transfers.facility_id, transfers.transferred_on, stays.npi, coalesce(stays.isnp, 0), 1, 'reviewed', '{}',
      case transfers.id % 5 when 1 then 'yes' else 'no' end, cast(transfers.id % 7 + 1 as text), ''
    from transfers left join stays on stays.id = transfers.stay_id
    where transfers.trip_planned = 0 and transfers.id % 3 <> 0`.execute(db);
}

function numbered(
  count: number,
  row: (id: number) => StoredValue[],
): StoredValue[][] {
  return Array.from({ length: count }, (_, at) => row(at + 1));
}

async function writeResidents(
  db: Kysely<Schema>,
  residents: readonly Resident[],
): Promise<void> {
  const derived = residents.map(derivedOf);
  await writeObjects(db, "patients", residents.map(patientRow));
  const stays = derived.flatMap((one) => one.stays);
  await writeObjects(db, "stays", stays);
  const transfers = derived.flatMap((one) => one.transfers);
  await writeObjects(db, "transfers", transfers);
}
