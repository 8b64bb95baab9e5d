import { setTimeout as sleep } from "node:timers/promises";
import BetterSqlite from "better-sqlite3";
import type { CompiledQuery, QueryResult } from "kysely";
import { LRUCache } from "lru-cache";

/** How long SQLite itself may wait for another process, which blocks this one. */
const BUSY_TIMEOUT_MS = 10;
const RETRY_PAUSE_MS = 15;
const STATEMENTS_KEPT = 300;

type Statement = BetterSqlite.Statement<unknown[], unknown>;

/** What SQLite keeps in memory, of a transaction too. */
export const CACHE_BYTES = 32 * 1024 * 1024;
export const LOG_KEPT_BYTES = 16 * 1024 * 1024;

/** A loss of power takes nothing that was acknowledged (`full`), or the last writes, but never part of one (`normal`). */
export type Durability = "full" | "normal";

interface HandleOptions {
  durability?: Durability;
  queryOnly?: boolean;
}

function pragmasOf(durability: Durability): readonly string[] {
  return [
    "journal_mode = wal",
    `synchronous = ${durability}`,
    `journal_size_limit = ${LOG_KEPT_BYTES}`,
    "foreign_keys = on",
    `cache_size = ${-CACHE_BYTES / 1024}`,
    "temp_store = memory",
  ];
}

export class SqliteHandle {
  private readonly database: BetterSqlite.Database;
  private readonly statements = new LRUCache<string, Statement>({
    max: STATEMENTS_KEPT,
  });

  constructor(
    file: string,
    { durability = "full", queryOnly = false }: HandleOptions = {},
  ) {
    this.database = new BetterSqlite(file, {
      timeout: BUSY_TIMEOUT_MS,
      // An empty file in the place of one that was removed would take its journal from it.
      fileMustExist: true,
    });
    try {
      for (const pragma of pragmasOf(durability)) this.database.pragma(pragma);
      if (queryOnly) this.database.pragma("query_only = on");
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  get inTransaction(): boolean {
    return this.database.inTransaction;
  }

  isReadOnly(query: CompiledQuery): boolean {
    return this.statementOf(query.sql).readonly;
  }

  run<Row>(query: CompiledQuery): QueryResult<Row> {
    const statement = this.statementOf(query.sql);
    if (statement.reader) {
      return { rows: statement.all(...query.parameters) as Row[] };
    }
    const { changes, lastInsertRowid } = statement.run(...query.parameters);
    return {
      rows: [],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastInsertRowid),
    };
  }

  *stream<Row>(
    query: CompiledQuery,
    chunkSize: number,
  ): IterableIterator<QueryResult<Row>> {
    const statement = this.database.prepare(query.sql);
    let rows: Row[] = [];
    for (const row of statement.iterate(...query.parameters)) {
      rows.push(row as Row);
      if (rows.length < chunkSize) continue;
      yield { rows };
      rows = [];
    }
    if (rows.length > 0) yield { rows };
  }

  shrink(): void {
    this.database.pragma("shrink_memory");
  }

  close(): void {
    this.database.close();
  }

  private statementOf(text: string): Statement {
    let statement = this.statements.get(text);
    if (!statement) {
      statement = this.database.prepare<unknown[], unknown>(text);
      this.statements.set(text, statement);
    }
    return statement;
  }
}

export function isBusy(error: unknown): boolean {
  return (
    error instanceof BetterSqlite.SqliteError &&
    error.code.startsWith("SQLITE_BUSY")
  );
}

/** The file cannot be read or written, or is none: full or broken disks, garbage, a folder that became read-only. */
const UNUSABLE =
  /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|PROTOCOL)/;

export function isUnusable(error: unknown): boolean {
  return error instanceof BetterSqlite.SqliteError && UNUSABLE.test(error.code);
}

export function isDamaged(error: unknown): boolean {
  return (
    error instanceof BetterSqlite.SqliteError &&
    /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
  );
}

/** True if the disk has no room for the write, or for the index of the log that even readers share. */
export function isDiskFull(error: unknown): boolean {
  return (
    (error instanceof BetterSqlite.SqliteError &&
      /^SQLITE_(FULL|IOERR_SHMSIZE)$/.test(error.code)) ||
    (error instanceof Error && "code" in error && error.code === "ENOSPC")
  );
}

/** Retries work while another process is writing, leaving this one free in between. */
export async function retryWhileBusy<Result>(
  work: () => Result | Promise<Result>,
  limitMs: number,
): Promise<Result> {
  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      await sleep(RETRY_PAUSE_MS);
    }
  }
}
