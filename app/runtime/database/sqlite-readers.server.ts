import { CompiledQuery, type QueryResult } from "kysely";
import { Semaphore } from "~/runtime/semaphore.server";
import type { OpenedFile } from "./opened-file.server";
import { readingTurns } from "./reading-turns.server";
import { retryWhileBusy, SqliteHandle } from "./sqlite-handle.server";

/** Enough for the long readers, which are limited elsewhere, and some for short questions. */
const MOST_READERS = 12;

/** The handles that snapshots of one file are read on. An idle one stays open, with its statements. */
export class SqliteReaders {
  private readonly places = new Semaphore({ atOnce: MOST_READERS });
  private readonly idle: SqliteHandle[] = [];
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
        else this.idle.push(handle);
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
    for (const handle of this.idle.splice(0)) handle.close();
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
      this.handle.shrink();
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
