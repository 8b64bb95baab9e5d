import {
  CompiledQuery,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type {
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
  QueryResult,
  TransactionSettings,
} from "kysely";
import { Semaphore } from "~/runtime/semaphore.server";
import { OpenedFile } from "./opened-file.server";
import {
  SqliteHandle,
  retryWhileBusy,
  type Durability,
} from "./sqlite-handle.server";
import { readingTurns } from "./reading-turns.server";

interface SqliteOptions {
  busyLimitMs: number;
  durability: Durability;
}

/** Kysely's SQLite dialect on a driver that never blocks the process for long. */
export class SojournSqliteDialect implements Dialect {
  constructor(
    private readonly file: string,
    private readonly options: SqliteOptions,
  ) {}

  createDriver(): Driver {
    return new SqliteDriver(this.file, this.options);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** SQLite can undo CREATE TABLE; saying so makes the migrator work in one transaction, which is also its lock. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Kysely's own driver has one handle, so a write that waits for an import would hold up every read. Here writes take
 * turns on one handle, reads use a second (WAL), and read-only transactions borrow one of {@link SqliteReaders}.
 * Nothing is written if the file is no longer in its place.
 */
class SqliteDriver implements Driver {
  private writer: Writer | undefined;
  private reader: SqliteHandle | undefined;
  private readers: SqliteReaders | undefined;

  constructor(
    private readonly file: string,
    private readonly options: SqliteOptions,
  ) {}

  async init(): Promise<void> {
    const { busyLimitMs, durability } = this.options;
    const open = () =>
      retryWhileBusy(
        () => new SqliteHandle(this.file, { durability }),
        busyLimitMs,
      );
    const opened = new OpenedFile(this.file);
    this.writer = new Writer(await open(), opened, busyLimitMs);
    this.reader = await open();
    this.readers = new SqliteReaders(opened, busyLimitMs);
  }

  async acquireConnection(): Promise<SqliteConnection> {
    const { reader, writer, readers } = this;
    if (!reader || !writer || !readers) throw new Error("database is closed");
    return new SqliteConnection(reader, writer, readers);
  }

  async beginTransaction(
    connection: SqliteConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await connection.begin(settings.accessMode === "read only");
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end("commit");
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end("rollback");
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    await connection.abandon();
  }

  async destroy(): Promise<void> {
    this.readers?.close();
    this.reader?.close();
    this.writer?.handle.close();
    this.reader = this.writer = this.readers = undefined;
  }
}

interface Transaction {
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  stream<Row>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>>;
  end(command: "commit" | "rollback"): Promise<void>;
}

class SqliteConnection implements DatabaseConnection {
  private transaction: Transaction | undefined;

  constructor(
    private readonly reader: SqliteHandle,
    private readonly writer: Writer,
    private readonly readers: SqliteReaders,
  ) {}

  async begin(readOnly: boolean): Promise<void> {
    this.transaction = readOnly
      ? await this.readers.begin()
      : await beginWriting(this.writer);
  }

  async end(command: "commit" | "rollback"): Promise<void> {
    await this.transaction?.end(command);
    this.transaction = undefined;
  }

  /** Frees the turn although neither commit nor rollback went through. */
  async abandon(): Promise<void> {
    const { transaction } = this;
    this.transaction = undefined;
    await transaction?.end("rollback");
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.transaction) return this.transaction.run<Row>(query);
    if (this.reader.isReadOnly(query)) {
      const read = () => this.reader.run<Row>(query);
      return readingTurns.take({ usedMs: 0 }, read);
    }
    const finish = await this.writer.takeTurn();
    try {
      return await this.writer.run<Row>(query);
    } finally {
      finish();
    }
  }

  async *streamQuery<Row>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    if (!SelectQueryNode.is(query.query)) {
      throw new Error("only select queries can be streamed");
    }
    // A transaction of its own: rows are read while other queries go on.
    const transaction = this.transaction ?? (await this.readers.begin());
    try {
      yield* transaction.stream<Row>(query, chunkSize);
    } finally {
      if (transaction !== this.transaction) await transaction.end("rollback");
    }
  }
}

async function beginWriting(writer: Writer): Promise<Transaction> {
  const { handle } = writer;
  const finish = await writer.takeTurn();
  try {
    // Immediate: a transaction that began as a reader cannot become a writer after somebody else wrote.
    await writer.run(CompiledQuery.raw("begin immediate"));
  } catch (error) {
    finish();
    throw error;
  }
  return {
    run: async <Row>(query: CompiledQuery) => handle.run<Row>(query),
    async *stream<Row>(query: CompiledQuery, chunkSize: number) {
      yield* handle.stream<Row>(query, chunkSize);
    },
    async end(command) {
      // Some errors (disk full) make SQLite roll back by itself; a second rollback would hide the first error.
      if (command === "commit" || handle.inTransaction) {
        handle.run(CompiledQuery.raw(command));
      }
      finish();
    },
  };
}

class Writer {
  private last: Promise<void> = Promise.resolve();

  constructor(
    readonly handle: SqliteHandle,
    private readonly opened: OpenedFile,
    private readonly busyLimitMs: number,
  ) {}

  /** Resolves, when everybody before has finished, to the function to finish with. */
  async takeTurn(): Promise<() => void> {
    const before = this.last;
    let finish: () => void = () => undefined;
    this.last = new Promise((resolve) => {
      finish = resolve;
    });
    await before;
    return finish;
  }

  /** A transaction's statements go to the handle itself. */
  async run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.opened.check();
    return retryWhileBusy(() => this.handle.run<Row>(query), this.busyLimitMs);
  }
}

/** Enough for the long readers, which are limited elsewhere, and some for short questions. */
const MOST_READERS = 12;

/** A question in parts finds pages of the part before. */
const PAGES_KEPT_MS = 1_000;

/** The handles that snapshots of one file are read on. An idle one stays open, with its statements. */
class SqliteReaders {
  private readonly places = new Semaphore({ atOnce: MOST_READERS });
  private readonly idle: SqliteHandle[] = [];
  private shrinking: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly opened: OpenedFile,
    private readonly busyLimitMs: number,
  ) {}

  async begin(): Promise<Snapshot> {
    const release = await this.places.acquire();
    try {
      this.opened.check();
      const handle = this.idle.pop() ?? (await this.open());
      handle.run(CompiledQuery.raw("begin"));
      return new Snapshot(handle, this.busyLimitMs, (hasFailed) => {
        if (hasFailed || this.isClosed) handle.close();
        else this.keep(handle);
        release?.();
      });
    } catch (error) {
      release?.();
      throw error;
    }
  }

  /** Snapshots that are still read close their handles when they end. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.shrinking);
    for (const handle of this.idle.splice(0)) handle.close();
  }

  private keep(handle: SqliteHandle): void {
    this.idle.push(handle);
    this.shrinking ??= setTimeout(() => {
      this.shrinking = undefined;
      for (const idle of this.idle) idle.shrink();
    }, PAGES_KEPT_MS).unref();
  }

  private open(): Promise<SqliteHandle> {
    return retryWhileBusy(
      () => new SqliteHandle(this.opened.path, { queryOnly: true }),
      this.busyLimitMs,
    );
  }
}

class Snapshot {
  usedMs = 0;
  private hasFailed = false;

  constructor(
    private readonly handle: SqliteHandle,
    private readonly busyLimitMs: number,
    private readonly giveBack: (hasFailed: boolean) => void,
  ) {}

  async run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.attempt(() => this.handle.run<Row>(query));
  }

  async *stream<Row>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    const chunks = this.handle.stream<Row>(query, chunkSize);
    try {
      for (;;) {
        const next = await this.attempt(() => chunks.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      chunks.return?.();
    }
  }

  /** Closes the handle after an error: it may hold pages of a file that was damaged and is whole again. */
  async end(): Promise<void> {
    try {
      this.handle.run(CompiledQuery.raw("rollback"));
    } catch {
      this.hasFailed = true;
    }
    this.giveBack(this.hasFailed);
  }

  private async attempt<Result>(read: () => Result): Promise<Result> {
    try {
      return await retryWhileBusy(
        () => readingTurns.take(this, read),
        this.busyLimitMs,
      );
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}
