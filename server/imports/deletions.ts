import { REMOVABLE_CENSUS_TABLES, type CensusTable } from "./census-tables";
import * as cells from "./cells";
import type { ProblemLog } from "./problem-log";
import { ACCOUNTS_FILE } from "./read-accounts";
import { readTable, type TableFormat } from "./read-table";
import type { Staging } from "./staging";

/** Names stored rows that are wrong and go away (R241). */
export const DELETIONS_FILE = "deletions.csv";

const ACCOUNTS_TABLE = ACCOUNTS_FILE.replace(".csv", "");

const FORMAT: TableFormat = {
  file: DELETIONS_FILE,
  columns: [
    { name: "table", to: "table_name", cell: cells.text(100) },
    { name: "id", to: "id", cell: cells.id },
  ],
  checkRow: ({ table_name }) => {
    if (table_name === ACCOUNTS_TABLE) {
      return tell("names users, whom an account manager deletes in the portal");
    }
    const isKnown = REMOVABLE_CENSUS_TABLES.some((name) => name === table_name);
    return isKnown || table_name === null
      ? []
      : tell(`is not one of ${REMOVABLE_CENSUS_TABLES.join(", ")}`);
  },
};

function tell(message: string) {
  return [{ column: "table", message }];
}

export async function readDeletions(
  staging: Staging,
  path: string,
  problems: ProblemLog,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const insert = staging.db.prepare(
    "insert or ignore into deletions (line, table_name, id) values (?, ?, ?)",
  );
  await readTable(
    path,
    FORMAT,
    problems,
    ({ line, bad, values }) => {
      if (!bad) insert.run(line, values.table_name, values.id);
    },
    onBytes,
  );
}

/**
 * Marks the stored rows that the import removes: those that deletions.csv names, and on a fresh start all that the files
 * do not hold. Merges are marked by `mergePatients`.
 */
export function markRemoved(
  staging: Staging,
  tables: readonly CensusTable[],
  freshStart: boolean,
): void {
  for (const { name, columns } of tables) {
    const [{ to: key }] = columns;
    staging.db.exec(
      `update known_${name} as k set removed = 1
       where exists (select 1 from deletions d where d.table_name = '${name}' and d.id = k.${key})`,
    );
    if (freshStart && name !== "merges") {
      staging.db.exec(
        `update known_${name} as k set removed = 1
         where not exists (select 1 from staged_${name} s where s.${key} = k.${key})`,
      );
    }
  }
}

/** How many rows and merges are to be taken back that are not stored: they went before, or have never been there. */
export function countGoneAlready(
  staging: Staging,
  tables: readonly CensusTable[],
): number {
  const counts = tables.map(({ name, columns: [{ to: key }] }) =>
    staging.count(
      `select count(*) from deletions d where d.table_name = '${name}'
         and not exists (select 1 from known_${name} k where k.${key} = d.id)`,
    ),
  );
  const notMerged = staging.count(
    `select count(*) from merges_taken_back t
     where not exists (select 1 from known_merges k where k.from_id = t.from_id)`,
  );
  return counts.reduce((sum, count) => sum + count, notMerged);
}
