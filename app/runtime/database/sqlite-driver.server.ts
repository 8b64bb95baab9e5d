import { CompiledQuery, SelectQueryNode } from "kysely";
import type {
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from "kysely";
import { OpenedFile } from "./opened-file.server";
import type { ThreadStep } from "./read-thread.server";
import { readThreads } from "./read-threads.server";
import {
  pragmasOf,
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
 * Two handles on one file: transactions that write, and single writes, take turns on the first. Reads outside of
 * transactions use the second and wait for nobody (WAL). Transactions that only read have a handle in a thread. Kysely's own driver has one handle, so that a write waiting for
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
    await connection.abandon();
  }

  async destroy(): Promise<void> {
    if (this.opened) await readThreads().close(this.opened);
    this.reader?.close();
    this.writer?.handle.close();
    this.reader = this.writer = undefined;
  }
}

/** What is open on a connection until it is committed or rolled back. */
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
    private readonly opened: OpenedFile,
  ) {}

  async begin(readOnly: boolean): Promise<void> {
    this.transaction = readOnly
      ? await beginReading(this.opened)
      : await beginWriting(this.writer);
  }

  async end(command: "commit" | "rollback"): Promise<void> {
    await this.transaction?.end(command);
    this.transaction = undefined;
  }

  /** Lets others have their turn although neither commit nor rollback went through. */
  async abandon(): Promise<void> {
    const { transaction } = this;
    this.transaction = undefined;
    await transaction?.end("rollback");
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.transaction) return this.transaction.run<Row>(query);
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
    // A transaction of its own: rows are read while other queries go on.
    const transaction = this.transaction ?? (await beginReading(this.opened));
    try {
      yield* transaction.stream<Row>(query, chunkSize);
    } finally {
      if (transaction !== this.transaction) await transaction.end("rollback");
    }
  }
}

/**
 * A transaction in a thread, on a handle that is its own until it ends: however long it takes to read, this process goes on.
 * The thread does one thing after the other, so nobody waits for the beginning alone.
 */
async function beginReading(file: OpenedFile): Promise<Transaction> {
  const { thread, giveBack } = await readThreads().borrow();
  const end = async () => {
    // Where the thread is gone, so is its handle.
    await thread.ask({ step: "end" }).catch(() => undefined);
    giveBack();
  };
  try {
    file.check();
  } catch (error) {
    giveBack();
    throw error;
  }
  const begun = thread.ask({ step: "begin", file, pragmas: pragmasOf() });
  begun.catch(() => undefined);
  const ask = async (step: ThreadStep) => {
    const [, rows] = await Promise.all([begun, thread.ask(step)]);
    return rows;
  };
  return {
    async run<Row>({ sql: text, parameters: values }: CompiledQuery) {
      return { rows: (await ask({ step: "all", text, values })) as Row[] };
    },
    async *stream<Row>(query: CompiledQuery, count: number) {
      const { sql: text, parameters: values } = query;
      await ask({ step: "open", text, values });
      for (;;) {
        const rows = await ask({ step: "next", count });
        if (rows.length > 0) yield { rows: rows as Row[] };
        if (rows.length < count) return;
      }
    },
    end,
  };
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
