import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import BetterSqlite from "better-sqlite3";

/** How long SQLite may wait in a thread, where that holds up nobody else. */
const BUSY_TIMEOUT_MS = 4_000;

/** On a busy machine the process itself comes first: it has many short things to do. */
const NICENESS = 10;

/** What a thread is told to do; it does one thing after the other. */
export type ThreadStep =
  | { step: "begin"; file: string; pragmas: readonly string[] }
  | { step: "all"; text: string; values: readonly unknown[] }
  | { step: "open"; text: string; values: readonly unknown[] }
  | { step: "next"; count: number }
  | { step: "end" };

/** Rows, and which of their columns hold bytes. */
interface Rows {
  rows: Record<string, unknown>[];
  blobs: string[];
}

type ThreadAnswer =
  | { result: Rows }
  | { error: { message: string; code: string | undefined } };

/**
 * What runs in the thread. It is text because the portal is one file when it is built, and a thread begins with a file or
 * a text. `query_only`: what only reads must not write.
 */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const Database = require(workerData.driver);
// Of a thread alone on Linux; elsewhere it would be of the whole process.
if (process.platform === "linux") require("node:os").setPriority(0, workerData.niceness);
let database, opened, blobs;
function prepare({ text, values }) {
  const statement = database.prepare(text);
  // Refused by query_only, as an error of SQLite.
  if (!statement.reader) statement.run(...values);
  blobs = statement.columns().filter(({ type }) => type === "BLOB").map(({ name }) => name);
  return { statement, values };
}
const steps = {
  begin({ file, pragmas }) {
    database = new Database(file, { timeout: workerData.busyTimeoutMs, fileMustExist: true });
    for (const pragma of [...pragmas, "query_only = on"]) database.pragma(pragma);
    database.exec("begin");
    return [];
  },
  all(query) {
    const { statement, values } = prepare(query);
    return statement.all(...values);
  },
  open(query) {
    const { statement, values } = prepare(query);
    opened = statement.iterate(...values);
    return [];
  },
  next({ count }) {
    const rows = [];
    while (rows.length < count) {
      const { done, value } = opened.next();
      if (done) break;
      rows.push(value);
    }
    return rows;
  },
  end() {
    opened?.return();
    database?.close();
    opened = database = undefined;
    return [];
  },
};
parentPort.on("message", ({ step, ...given }) => {
  try {
    blobs = [];
    parentPort.postMessage({ result: { rows: steps[step](given), blobs } });
  } catch (error) {
    parentPort.postMessage({ error: { message: error.message, code: error.code } });
  }
});
`;

interface Waiting {
  resolve(rows: Rows["rows"]): void;
  reject(error: Error): void;
}

/** A thread that reads SQLite files, so that a long read holds up nothing else in this process. */
export class ReadThread {
  private readonly worker: Worker;
  private readonly waiting: Waiting[] = [];
  private ended: Error | null = null;

  /** @param onEnd called where the thread can do nothing more */
  constructor(onEnd: () => void) {
    const driver = createRequire(import.meta.url).resolve("better-sqlite3");
    this.worker = new Worker(PROGRAM, {
      eval: true,
      workerData: {
        driver,
        busyTimeoutMs: BUSY_TIMEOUT_MS,
        niceness: NICENESS,
      },
    });
    // An idle thread keeps no process alive.
    this.worker.unref();
    this.worker.on("message", (answer: ThreadAnswer) => this.take(answer));
    const end = (error: Error) => {
      this.ended ??= error;
      for (const { reject } of this.waiting.splice(0)) reject(this.ended);
      onEnd();
    };
    this.worker.once("error", end);
    this.worker.once("exit", () => end(new Error("the reading thread ended")));
  }

  get hasEnded(): boolean {
    return this.ended !== null;
  }

  /** Rejects with the error of SQLite as it would be thrown here. */
  ask(step: ThreadStep): Promise<Rows["rows"]> {
    if (this.ended) return Promise.reject(this.ended);
    if (this.waiting.length === 0) this.worker.ref();
    this.worker.postMessage(step);
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
    });
  }

  /** Ends the thread; what it was asked fails. */
  async stop(): Promise<void> {
    await this.worker.terminate();
  }

  private take(answer: ThreadAnswer): void {
    const asked = this.waiting.shift();
    if (this.waiting.length === 0) this.worker.unref();
    if ("error" in answer) {
      asked?.reject(errorOf(answer.error));
      return;
    }
    const { rows, blobs } = answer.result;
    // Bytes lose their class on the way.
    for (const row of blobs.length > 0 ? rows : []) {
      for (const name of blobs) {
        const bytes = row[name];
        if (bytes instanceof Uint8Array) row[name] = Buffer.from(bytes);
      }
    }
    asked?.resolve(rows);
  }
}

function errorOf({
  message,
  code,
}: {
  message: string;
  code: string | undefined;
}): Error {
  return code?.startsWith("SQLITE_")
    ? new BetterSqlite.SqliteError(message, code)
    : new Error(message);
}
