import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { isoDayOf } from "~/domain/calendar";
import type { StoredValue } from "~server/store/write-rows";
import type { Schema } from "~server/store/schema";

const ROWS_AT_ONCE = 20_000;
/** One stay in 200 is half a percent of them. */
const ONE_IN = 200;

type Row = Record<string, StoredValue>;

interface NightFile {
  table: keyof Schema;
  key: string;
  header: string;
  cells(row: Row): StoredValue[];
}

const day = (value: StoredValue | undefined) =>
  typeof value === "number" ? isoDayOf(value) : "";
const flag = (value: StoredValue | undefined) => String(value === 1);

const FILES: NightFile[] = [
  {
    table: "patients",
    key: "id",
    header: "patient_id,mrn,first_name,last_name,frailty_score",
    cells: ({ id = null, mrn = null, ...row }) => [
      ...[id, mrn, row.first_name ?? null, row.last_name ?? null],
      row.frailty_score ?? null,
    ],
  },
  {
    table: "stays",
    key: "id",
    header:
      "stay_id,patient_id,facility_id,npi,admitted_on,discharged_on,admitted_from,isnp",
    cells: ({ id = null, ...row }) => [
      ...[id, row.patient_id ?? null, row.facility_id ?? null],
      ...[row.npi ?? null, day(row.admitted_on), day(endOf(id, row))],
      ...[row.admitted_from ?? null, flag(row.isnp)],
    ],
  },
  {
    table: "transfers",
    key: "id",
    header: "transfer_id,patient_id,facility_id,transferred_on,outcome,planned",
    cells: ({ id = null, ...row }) => [
      ...[id, row.patient_id ?? null, row.facility_id ?? null],
      ...[day(row.transferred_on), row.outcome ?? null, flag(row.planned)],
    ],
  },
];

/** One in some stays ends a day earlier than it did. */
function endOf(id: StoredValue, row: Row): StoredValue {
  const { admitted_on: from, discharged_on: to = null } = row;
  const isChanged = Number(id) % ONE_IN === 1;
  return isChanged && typeof to === "number" && to > Number(from) ? to - 1 : to;
}

/**
 * Writes the folder of a night: all patients, stays and transfers that are stored, and of the stays half a percent
 * changed. Returns how many rows there are.
 */
export async function writeNight(
  db: Kysely<Schema>,
  folder: string,
): Promise<number> {
  let rows = 0;
  for (const { table, key, header, cells } of FILES) {
    const file = openSync(path.join(folder, `${table}.csv`), "w");
    writeSync(file, `${header}\n`);
    for await (const some of rowsOf(db, table, key)) {
      const lines = some.map((row) => cells(row).join(","));
      writeSync(file, `${lines.join("\n")}\n`);
      rows += some.length;
    }
    closeSync(file);
  }
  return rows;
}

async function* rowsOf(db: Kysely<Schema>, table: string, key: string) {
  for (let after = -1; ;) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} where ${sql.ref(key)} > ${after}
      order by ${sql.ref(key)} limit ${ROWS_AT_ONCE}`.execute(db);
    if (rows.length === 0) return;
    yield rows;
    after = Number(rows.at(-1)?.[key]);
  }
}
