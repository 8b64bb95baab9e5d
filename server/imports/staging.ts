import BetterSqlite from "better-sqlite3";
import type { CellValue } from "./cells";
import {
  storedColumns,
  type CensusTable,
  type CensusTableName,
} from "./census-tables";
import type { ReadRow } from "./read-table";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";

type Values = Record<string, CellValue>;

/**
 * SQLite database in the data folder for checking a census beside the real one: per table the rows of the file
 * (`staged_…`) and the stored ones (`known_…`, with a mark on removals).
 */
export class Staging {
  readonly db: BetterSqlite.Database;
  /** Missing columns by table, except those settled apart. */
  readonly leftOut = new Map<CensusTableName, readonly string[]>();

  constructor(tables: readonly CensusTable[], dataDir: string) {
    this.db = openUnnamed(dataDir);
    for (const table of tables) {
      const { name } = table;
      const list = storedColumns(table)
        .map(({ to, type }) => `${to} ${type}`)
        .join(", ");
      this.db.exec(
        `create table staged_${name} (line integer, bad integer, status text, ${list});
         create table known_${name} (${list}, removed integer default 0)`,
      );
    }
    this.db.exec(
      `create table part_ids (id integer primary key);
       create table deletions (line integer, table_name text, id bigint, primary key (table_name, id));
       create table merged_patients (from_id bigint primary key, into_id bigint);
       create table merges_taken_back (line integer, from_id bigint)`,
    );
  }

  stager(table: CensusTable): (row: ReadRow) => void {
    const names = table.columns.map(({ to }) => to);
    const insert = this.db.prepare<CellValue[]>(
      `insert into staged_${table.name} (line, bad, ${names.join()})
       values (?, ?, ${names.map(() => "?").join()})`,
    );
    return ({ line, bad, values }) => {
      if (!this.leftOut.has(table.name)) {
        const missing = table.columns
          .filter(({ to, isApart }) => !isApart && !(to in values))
          .map(({ to }) => to);
        this.leftOut.set(table.name, missing);
      }
      insert.run(
        line,
        bad ? 1 : 0,
        ...names.map((name) => values[name] ?? null),
      );
    };
  }

  knownRowWriter(table: CensusTable): (row: Values) => void {
    const names = storedColumns(table).map(({ to }) => to);
    const insert = this.db.prepare<CellValue[]>(
      `insert into known_${table.name} (${names.join()}) values (${names.map(() => "?").join()})`,
    );
    return (row) => {
      insert.run(...names.map((name) => row[name] ?? null));
    };
  }

  /** Call it when all rows of a kind are staged. */
  index(table: CensusTable, kind: "staged" | "known"): void {
    const key = table.columns[0].to;
    this.db.exec(
      `create index ${kind}_${table.name}_key on ${kind}_${table.name} (${key})`,
    );
    if (table.name === "stays") {
      this.db.exec(
        `create index ${kind}_stays_patient on ${kind}_stays (patient_id, facility_id)`,
      );
    }
  }

  choose(ids: readonly number[]): void {
    this.db.exec("delete from part_ids");
    const insert = this.db.prepare("insert into part_ids (id) values (?)");
    for (const id of ids) insert.run(id);
  }

  count(query: string): number {
    return this.db.prepare<[], number>(query).pluck().get() ?? 0;
  }

  numbers(query: string): number[] {
    return this.db.prepare<[], number>(query).pluck().all();
  }

  close(): void {
    this.db.close();
  }
}

/**
 * A file in the data folder that loses its name as soon as it is open, so nobody else reads it, and nothing is left of
 * an import that is killed (R259).
 */
function openUnnamed(dataDir: string): BetterSqlite.Database {
  const folder = mkdtempSync(path.join(dataDir, "staging-"));
  try {
    const db = new BetterSqlite(path.join(folder, "staging.db"));
    // SQLite would look for the file's name before it writes another journal.
    db.pragma("journal_mode = memory");
    db.pragma("synchronous = off");
    db.pragma("cache_size = -65536");
    db.pragma("temp_store = file");
    db.exec("begin exclusive");
    return db;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
