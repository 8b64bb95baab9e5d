import {
  REMOVABLE_CENSUS_TABLES,
  type CensusTable,
  type CensusTableName,
} from "./census-tables";
import * as cells from "./cells";
import type { ProblemLog } from "./problem-log";
import { ACCOUNTS_FILE, placesOf } from "./read-accounts";
import { readTable, type TableFormat } from "./read-table";
import type { Staging } from "./staging";
import { sql, type Kysely, type Selectable } from "kysely";
import { parseLevelIds } from "~/features/users/rules/access-levels";
import type { Schema, UserTable } from "~server/store/schema";

/** Lists wrong stored rows to remove (R241). */
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

/** `mergePatients` marks merges. */
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

const LISTED_IDS = 5;

const ONE: Record<CensusTableName, string> = {
  divisions: "division",
  regions: "region",
  facilities: "facility",
  physicians: "physician",
  patients: "patient",
  merges: "merge",
  stays: "stay",
  transfers: "transfer",
  notes: "note",
};

interface Deletion {
  line: number;
  table: CensusTableName;
  id: number;
}

interface Dependents extends Deletion {
  kind: string;
  counted: string;
}

export interface DeletionChecks {
  db: Kysely<Schema>;
  staging: Staging;
  tables: readonly CensusTable[];
  /** Accounts that stay and are not in the folder. */
  keptUsers: readonly Selectable<UserTable>[];
}

/** Refuses to delete a row that the folder brings or a remaining row needs (R242). Reports ids and counts, no names. */
export async function checkDeletions(
  checks: DeletionChecks,
  problems: ProblemLog,
): Promise<void> {
  const { staging, tables } = checks;
  if (staging.count("select count(*) from deletions") === 0) return;
  const tell = (line: number, message: string, example: string) =>
    problems.add({
      file: DELETIONS_FILE,
      line,
      column: "id",
      message,
      example,
    });

  for (const table of tables) {
    const message = `is in ${table.file} too`;
    const one = ONE[table.name];
    for (const { line, id, other } of broughtToo(staging, table)) {
      tell(line, message, `${one} ${id} ${message}, on line ${other}`);
    }
  }
  const deleted = deletedRows(checks);
  const found = [
    ...tables.flatMap((target) => referringRows(staging, tables, target)),
    ...namingAccounts(checks, deleted),
    ...(await reportRequests(checks, deleted)),
  ];
  const byLine = new Map<number, Dependents[]>();
  for (const each of found) {
    byLine.set(each.line, [...(byLine.get(each.line) ?? []), each]);
  }
  for (const { line, table, id } of deleted) {
    const needing = byLine.get(line);
    if (!needing) continue;
    const kinds = needing.map(({ kind }) => kind).join(", ");
    const counts = needing.map(({ counted }) => counted).join(", ");
    tell(
      line,
      `the ${ONE[table]} is still needed by ${kinds}`,
      `${ONE[table]} ${id} is still needed by ${counts}`,
    );
  }
}

function broughtToo(
  staging: Staging,
  { name, columns: [{ to: key }] }: CensusTable,
) {
  return staging.db
    .prepare<[], { line: number; id: number; other: number }>(
      `select d.line, d.id, min(s.line) as other
       from deletions d join staged_${name} s on s.${key} = d.id
       where d.table_name = '${name}' group by d.line, d.id`,
    )
    .all();
}

/** Stored rows only; rows of files are reported with their lines. */
function referringRows(
  staging: Staging,
  tables: readonly CensusTable[],
  target: CensusTable,
): Dependents[] {
  return tables.flatMap(({ name, columns }) => {
    const [{ to: key }] = columns;
    return columns
      .filter(({ references }) => references === target.name)
      .flatMap(({ to }) =>
        staging.db
          .prepare<
            [],
            { line: number; id: number; count: number; ids: string }
          >(
            `select line, id, max(count) as count, group_concat(key, ', ' order by key) as ids
             from (select d.line, d.id, k.${key} as key, count(*) over (partition by d.id) as count,
                          row_number() over (partition by d.id order by k.${key}) as place
                   from (select ${key}, ${to} from known_${name} o where removed = 0
                           and not exists (select 1 from staged_${name} s where s.${key} = o.${key})
                         union all select ${key}, ${to} from staged_${name} where line = 0) k
                   join deletions d on d.table_name = '${target.name}' and d.id = k.${to})
             where place <= ${LISTED_IDS} group by line, id`,
          )
          .all()
          .map(({ line, id, count, ids }) => {
            const more = count > LISTED_IDS ? ", …" : "";
            const counted = `${inWords(count, ONE[name], name)} (${ids}${more})`;
            return { line, table: target.name, id, kind: name, counted };
          }),
      );
  });
}

function deletedRows({ staging, tables }: DeletionChecks): Deletion[] {
  return tables.flatMap(({ name, columns: [{ to: key }] }) =>
    staging.db
      .prepare<[], { line: number; id: number }>(
        `select d.line, d.id from deletions d join known_${name} k on k.${key} = d.id
         where d.table_name = '${name}'`,
      )
      .all()
      .map((row) => ({ ...row, table: name })),
  );
}

function namingAccounts(
  { keptUsers }: DeletionChecks,
  deleted: readonly Deletion[],
): Dependents[] {
  const places = keptUsers.map((user) => ({
    table: placesOf(user.access_level),
    ids: new Set(parseLevelIds(user.access_level_id)),
  }));
  return deleted.flatMap((row) => {
    const count = places.filter(
      ({ table, ids }) => table === row.table && ids.has(row.id),
    ).length;
    const counted = inWords(count, "account", "accounts");
    return count > 0 ? [{ ...row, kind: "accounts", counted }] : [];
  });
}

async function reportRequests(
  { db }: DeletionChecks,
  deleted: readonly Deletion[],
): Promise<Dependents[]> {
  const requests = await db
    .selectFrom("qies_reports")
    .select(["facility_id", sql<number>`count(*)`.as("count")])
    .groupBy("facility_id")
    .execute();
  const counts = new Map(
    requests.map(({ facility_id, count }) => [facility_id, Number(count)]),
  );
  const facilities = deleted.filter(({ table }) => table === "facilities");
  return facilities.flatMap((row) => {
    const count = counts.get(row.id) ?? 0;
    const counted = inWords(count, "report request", "report requests");
    return count > 0 ? [{ ...row, kind: "report requests", counted }] : [];
  });
}

function inWords(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
