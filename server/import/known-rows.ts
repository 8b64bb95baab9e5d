import { sql, type Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import type { CellValue } from "./cells";
import { storedColumns, type CensusTable } from "./census-tables";
import type { Staging } from "./staging";

const ROWS_AT_ONCE = 5_000;

/**
 * Copies the rows that the census has stored of a table into the staging database, a page at a time. What messages alone tell of
 * has negative ids, and is not the census's.
 */
export async function copyKnownRows(
  db: Kysely<Schema>,
  staging: Staging,
  table: CensusTable,
): Promise<void> {
  const [{ to: key }] = table.columns;
  const hasRecords = table.name === "stays" || table.name === "transfers";
  const columns = sql.join(
    [
      ...storedColumns(table).map(({ to }) => to),
      ...(hasRecords ? ["recorded"] : []),
    ].map((column) => sql.ref(column)),
  );
  const writeKnown = staging.knownRowWriter(table);
  let after = -1;
  for (;;) {
    const { rows } = await sql<Record<string, CellValue>>`
      select ${columns} from ${sql.table(table.name)}
      where ${sql.ref(key)} > ${after} ${table.name === "stays" ? NOT_JOINED : sql``} order by ${sql.ref(key)} limit ${ROWS_AT_ONCE}`.execute(
      db,
    );
    rows.map(asRecorded).forEach(writeKnown);
    if (rows.length < ROWS_AT_ONCE) break;
    after = Number(rows.at(-1)?.[key]);
  }
  if (table.name !== "stays") return;
  const joined = await db
    .selectFrom("joined_stays")
    .where("id", ">", 0)
    .select("stay")
    .execute();
  for (const { stay } of joined) {
    writeKnown(asRecorded(JSON.parse(stay) as Record<string, CellValue>));
  }
}

/** Stays that several registrations tell of stand in a table of their own, as each of them does (R244). */
const NOT_JOINED = sql`and not exists (select 1 from joined_stays where joined_stays.id = stays.id)`;

/** What the census says of a row, where messages have the later word. */
function asRecorded({
  recorded,
  ...row
}: Record<string, CellValue>): Record<string, CellValue> {
  if (typeof recorded !== "string") return row;
  return { ...row, ...(JSON.parse(recorded) as Record<string, CellValue>) };
}
