import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import {
  FACILITIES_PER_REGION,
  PHYSICIANS_PER_FACILITY,
  REGIONS_PER_DIVISION,
} from "./census";

/** By how much each id of a copy is larger; more than there are of any in the original. */
function shiftsOf(facilities: number, copy: number) {
  const facility = facilities * copy;
  return {
    facility,
    region: facility / FACILITIES_PER_REGION,
    division: facility / FACILITIES_PER_REGION / REGIONS_PER_DIVISION,
    npi: facility * PHYSICIANS_PER_FACILITY,
    patient: 10_000_000 * copy,
    stay: 10_000_000 * copy,
    transfer: 10_000_000 * copy,
  };
}

type Shift = keyof ReturnType<typeof shiftsOf>;

/** Tables in the order in which they refer to each other, with what their columns name; the others are copied as they are. */
const COPIED: [table: keyof Schema, names: Record<string, Shift>][] = [
  ["divisions", { id: "division" }],
  ["regions", { id: "region", division_id: "division" }],
  ["facilities", { id: "facility", region_id: "region" }],
  ["physicians", { npi: "npi" }],
  ["patients", { id: "patient" }],
  [
    "stays",
    {
      id: "stay",
      patient_id: "patient",
      facility_id: "facility",
      npi: "npi",
    },
  ],
  [
    "transfers",
    {
      id: "transfer",
      patient_id: "patient",
      facility_id: "facility",
      stay_id: "stay",
      trip_id: "transfer",
    },
  ],
];

/** Adds the facilities 1 to `facilities`, with all that is in them, once more under other ids. */
export async function copyFacilities(
  db: Kysely<Schema>,
  facilities: number,
  copy: number,
): Promise<void> {
  const shifts = shiftsOf(facilities, copy);
  await db.transaction().execute(async (trx) => {
    for (const [table, names] of COPIED) {
      const columns = await columnsOf(trx, table);
      const values = columns.map((column) => {
        const shift = names[column];
        return shift
          ? sql`${sql.ref(column)} + ${sql.lit(shifts[shift])}`
          : sql.ref(column);
      });
      const [key = "id"] = Object.keys(names);
      const original = sql.lit(
        firstOfCopy(names[key] ?? "facility", shifts, copy),
      );
      await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
        select ${sql.join(values)} from ${sql.table(table)}
        where ${sql.ref(key)} < ${original}`.execute(trx);
    }
  });
}

/** The original's ids lie below this. NPIs begin elsewhere. */
function firstOfCopy(
  shift: Shift,
  shifts: Record<Shift, number>,
  copy: number,
): number {
  const first = shift === "npi" ? 9_000_000_001 : 1;
  const perCopy = shifts[shift] / copy;
  return first + perCopy;
}

async function columnsOf(
  db: Kysely<Schema>,
  table: keyof Schema,
): Promise<string[]> {
  const row = await db.selectFrom(table).selectAll().limit(1).execute();
  return Object.keys(row[0] ?? {});
}
