import BetterSqlite from "better-sqlite3";
import type { CellValue } from "./cells";
import {
  storedColumns,
  type CensusTable,
  type CensusTableName,
  type StoredColumn,
} from "./census-tables";
import type { ReadRow } from "./read-table";
import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
} from "node:fs";
import path from "node:path";
import { isBusy } from "~/runtime/database/sqlite-handle.server";

type Values = Record<string, CellValue>;

/**
 * A database of its own in the data folder, where a census is put together and checked while the real one is
 * in use: for each table the rows of the file (`staged_…`) and those already stored (`known_…`, with a mark on those
 * that the import removes). It is always SQLite, whatever the data server's database is, so the real one is
 * only written to when all is planned.
 */
export class Staging {
  readonly db: BetterSqlite.Database;
  readonly #file: StagingFile;
  readonly #columns = new Map<CensusTableName, readonly StoredColumn[]>();
  /** The columns that the file of a table leaves out, without those that are settled apart. */
  readonly leftOut = new Map<CensusTableName, readonly string[]>();

  constructor(tables: readonly CensusTable[], dataDir: string) {
    this.#file = openStagingFile(dataDir);
    this.db = this.#file.db;
    for (const table of tables) {
      const { name } = table;
      const columns = storedColumns(table);
      this.#columns.set(name, columns);
      const list = columns.map(({ to, type }) => `${to} ${type}`).join(", ");
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

  /** Makes looking up by id fast; call it when all rows of a kind are there. */
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
    this.#file.remove();
  }
}

const FOLDER = "staging";

/** A database of its own that is thrown away; from its first byte it is locked, so that no sweep takes it. */
export interface StagingFile {
  db: BetterSqlite.Database;
  remove(): void;
}

/** Makes a database in the data folder, open to its owner alone (R259), and removes what killed imports left there. */
export function openStagingFile(dataDir: string): StagingFile {
  const folder = path.join(dataDir, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  sweepStaging(dataDir);
  for (;;) {
    const file = path.join(folder, `${randomUUID()}.db`);
    closeSync(openSync(file, "wx", 0o600));
    const db = openLocked(file);
    // The sweep of another import may have come before the lock.
    if (db) return { db, remove: () => remove(db, file) };
  }
}

/** Null where the file went before it was locked. */
function openLocked(file: string): BetterSqlite.Database | null {
  let db: BetterSqlite.Database | undefined;
  try {
    db = new BetterSqlite(file, { fileMustExist: true });
    // A driver that defends its files keeps a journal on the disk where none is asked for.
    db.pragma("journal_mode = memory");
    db.pragma("synchronous = off");
    db.pragma("cache_size = -65536");
    db.pragma("temp_store = file");
    db.exec("begin exclusive");
    if (existsSync(file)) return db;
  } catch (error) {
    if (existsSync(file)) throw error;
  }
  db?.close();
  return null;
}

function remove(db: BetterSqlite.Database, file: string): void {
  rmSync(file, { force: true });
  db.close();
}

/**
 * Removes what imports left behind that were killed. One that is at work holds its lock, and keeps its file.
 *
 * @returns how many files were removed
 */
export function sweepStaging(dataDir: string): number {
  const folder = path.join(dataDir, FOLDER);
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  return files.filter(removeUnlocked).length;
}

/** False where an import is at work with it. */
function removeUnlocked(file: string): boolean {
  let db: BetterSqlite.Database | undefined;
  try {
    db = new BetterSqlite(file, { fileMustExist: true, timeout: 0 });
    db.exec("begin exclusive");
  } catch (error) {
    if (isBusy(error)) {
      db?.close();
      return false;
    }
    // A file that a kill left half written cannot be locked, and nobody has it.
  }
  rmSync(file, { force: true });
  db?.close();
  return true;
}
