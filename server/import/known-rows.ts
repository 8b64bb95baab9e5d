import { sql, type Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import type { CellValue } from "./cells";
import { storedColumns, type CensusTable } from "./census-tables";
import type { Staging } from "./staging";

const ROWS_AT_ONCE = 5_000;

/** Copies the stored rows of a table into the staging database, a page at a time. */
export async function copyKnownRows(
  db: Kysely<Schema>,
  staging: Staging,
  table: CensusTable,
): Promise<void> {
  const [{ to: key }] = table.columns;
  const columns = sql.join(storedColumns(table).map(({ to }) => sql.ref(to)));
  const writeKnown = staging.knownRowWriter(table);
  let after = -1;
  for (;;) {
    const { rows } = await sql<Record<string, CellValue>>`
      select ${columns} from ${sql.table(table.name)}
      where ${sql.ref(key)} > ${after} order by ${sql.ref(key)} limit ${ROWS_AT_ONCE}`.execute(
      db,
    );
    rows.forEach(writeKnown);
    if (rows.length < ROWS_AT_ONCE) {
      return;
    }
    after = Number(rows.at(-1)?.[key]);
  }
}
