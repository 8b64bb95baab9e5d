import { CompiledQuery, SelectQueryNode } from "kysely";
import type {
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from "kysely";
import { OpenedFile } from "./opened-file.server";
import {
  SqliteHandle,
  retryWhileBusy,
  type Durability,
} from "./sqlite-handle.server";

export interface SqliteOptions {
  /** How long a write is retried before it fails as busy. */
  busyLimitMs: number;
  durability: Durability;
}

/**
 * Two handles on one file: transactions and single writes take turns on the first, reads outside of transactions
 * use the second and wait for nobody (WAL). Kysely's own driver has one handle, so that a write waiting for
 * an import would hold up every read. Nothing is written, and no further handle opened, where the file is not in its place
 * any more.
 */
export class SqliteDriver implements Driver {
  private writer: Writer | undefined;
  private reader: SqliteHandle | undefined;
  private opened: OpenedFile | undefined;

  constructor(
    private readonly file: string,
    private readonly options: SqliteOptions,
  ) {}

  async init(): Promise<void> {
    const { busyLimitMs, durability } = this.options;
    const open = () =>
      retryWhileBusy(
        () => new SqliteHandle(this.file, durability),
        busyLimitMs,
      );
    this.opened = new OpenedFile(this.file);
    this.writer = new Writer(await open(), this.opened, busyLimitMs);
    this.reader = await open();
  }

  async acquireConnection(): Promise<SqliteConnection> {
    const { reader, writer, opened } = this;
    if (!reader || !writer || !opened) throw new Error("database is closed");
    return new SqliteConnection(reader, writer, opened);
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
    connection.abandon();
  }

  async destroy(): Promise<void> {
    this.reader?.close();
    this.writer?.handle.close();
    this.reader = this.writer = undefined;
  }
}

class SqliteConnection implements DatabaseConnection {
  /** The handle of the transaction that is open on this connection. */
  private transaction: { handle: SqliteHandle; finish(): void } | undefined;

  constructor(
    private readonly reader: SqliteHandle,
    private readonly writer: Writer,
    private readonly opened: OpenedFile,
  ) {}

  async begin(readOnly: boolean): Promise<void> {
    if (readOnly) {
      const handle = this.openAnother();
      handle.run(CompiledQuery.raw("begin"));
      this.transaction = { handle, finish: () => handle.close() };
      return;
    }
    const finish = await this.writer.takeTurn();
    try {
      // Immediate: a transaction that began as a reader cannot become a writer after somebody else wrote.
      await this.writer.run(CompiledQuery.raw("begin immediate"));
    } catch (error) {
      finish();
      throw error;
    }
    this.transaction = { handle: this.writer.handle, finish };
  }

  async end(command: "commit" | "rollback"): Promise<void> {
    const { transaction } = this;
    if (!transaction) return;
    const { handle } = transaction;
    // Some errors (disk full) make SQLite roll back by itself; a second rollback would hide the first error.
    if (command === "commit" || handle.inTransaction) {
      handle.run(CompiledQuery.raw(command));
    }
    this.transaction = undefined;
    transaction.finish();
  }

  /** Lets others have their turn although neither commit nor rollback went through. */
  abandon(): void {
    const { transaction } = this;
    if (!transaction) return;
    this.transaction = undefined;
    if (transaction.handle.inTransaction) {
      transaction.handle.run(CompiledQuery.raw("rollback"));
    }
    transaction.finish();
  }

  private openAnother(): SqliteHandle {
    this.opened.check();
    return new SqliteHandle(this.opened.path);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.transaction) return this.transaction.handle.run<Row>(query);
    if (this.reader.isReadOnly(query)) return this.reader.run<Row>(query);
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
    // A handle of its own: rows are read while other queries go on.
    const handle = this.transaction?.handle ?? this.openAnother();
    try {
      yield* handle.stream<Row>(query, chunkSize);
    } finally {
      if (handle !== this.transaction?.handle) handle.close();
    }
  }
}

/** The handle that writes, for one caller after the other. */
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
