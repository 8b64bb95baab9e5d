import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import BetterSqlite from "better-sqlite3";

/** How long SQLite may wait in a thread, where that holds up nobody else. */
const BUSY_TIMEOUT_MS = 4_000;

/** On a busy machine the process itself comes first: it has many short things to do. */
const NICENESS = 10;

const STATEMENTS_KEPT = 300;

/** A file by its path, and by what it was when it was opened: a path may lead to another file later. */
export interface FileToRead {
  path: string;
  identity: string;
}

/** What a thread is told to do; it does one thing after the other. */
export type ThreadStep =
  | { step: "begin"; file: FileToRead; pragmas: readonly string[] }
  | { step: "all"; text: string; values: readonly unknown[] }
  | { step: "open"; text: string; values: readonly unknown[] }
  | { step: "next"; count: number }
  | { step: "end" }
  | { step: "close"; file: FileToRead };

type Row = Record<string, unknown>;

/** Rows as lists of values, which take half as long to send as objects; the names of their columns, and which hold bytes. */
interface SentRows {
  rows: unknown[][];
  names: readonly string[];
  blobs: readonly string[];
}

type ThreadAnswer =
  | { result: SentRows | null }
  | { error: { message: string; code: string | undefined } };

/**
 * What runs in the thread. It is text because the portal is one file when it is built, and a thread begins with a file or
 * a text. `query_only`: what only reads must not write. A file stays open, with its statements, until a transaction on it
 * fails or it is closed. Between transactions it holds no lock, and next to no memory.
 */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const Database = require(workerData.driver);
// Of a thread alone on Linux; elsewhere it would be of the whole process.
if (process.platform === "linux") require("node:os").setPriority(0, workerData.niceness);
const files = new Map();
let current, opened;
function open({ path, identity }, pragmas) {
  const kept = files.get(identity);
  if (kept) return kept;
  const database = new Database(path, { timeout: workerData.busyTimeoutMs, fileMustExist: true });
  try {
    // Before anything looks at the tables, so that it is never newer than what is known of them.
    const schema = database.prepare("pragma schema_version").pluck();
    const version = schema.get();
    for (const pragma of [...pragmas, "query_only = on"]) database.pragma(pragma);
    const file = { database, identity, schema, version, statements: new Map(), isOver: false };
    files.set(identity, file);
    return file;
  } catch (error) {
    database.close();
    throw error;
  }
}
function prepare({ text, values }) {
  const statement = current.database.prepare(text);
  // Refused by query_only, as an error of SQLite.
  if (!statement.reader) statement.run(...values);
  const columns = statement.columns();
  return {
    statement: statement.raw(),
    names: columns.map(({ name }) => name),
    blobs: columns.filter(({ type }) => type === "BLOB").map(({ name }) => name),
  };
}
function prepareOnce(query) {
  const { statements } = current;
  let prepared = statements.get(query.text);
  if (!prepared) {
    prepared = prepare(query);
    if (statements.size >= workerData.statementsKept) statements.clear();
    statements.set(query.text, prepared);
  }
  return prepared;
}
function close(file) {
  files.delete(file.identity);
  file.database.close();
}
const steps = {
  begin({ file, pragmas }) {
    current = open(file, pragmas);
    current.database.exec("begin");
    if (current.schema.get() === current.version) return null;
    // Statements of other tables would give their values wrong names.
    close(current);
    return steps.begin({ file, pragmas });
  },
  all(query) {
    const { statement, names, blobs } = prepareOnce(query);
    return { rows: statement.all(...query.values), names, blobs };
  },
  open(query) {
    const { statement, names, blobs } = prepare(query);
    opened = { rows: statement.iterate(...query.values), names, blobs };
    return null;
  },
  next({ count }) {
    const { rows: left, names, blobs } = opened;
    const rows = [];
    while (rows.length < count) {
      const { done, value } = left.next();
      if (done) break;
      rows.push(value);
    }
    return { rows, names, blobs };
  },
  end() {
    const [ending, left] = [current, opened];
    current = opened = undefined;
    if (!ending) return null;
    try {
      left?.rows.return();
      if (ending.database.inTransaction) ending.database.exec("rollback");
      ending.database.pragma("shrink_memory");
    } catch {
      ending.isOver = true;
    }
    if (ending.isOver) close(ending);
    return null;
  },
  close({ file }) {
    const kept = files.get(file.identity);
    if (kept && kept === current) kept.isOver = true;
    else if (kept) close(kept);
    return null;
  },
};
parentPort.on("message", ({ step, ...given }) => {
  try {
    parentPort.postMessage({ result: steps[step](given) });
  } catch (error) {
    if (current) current.isOver = true;
    parentPort.postMessage({ error: { message: error.message, code: error.code } });
  }
});
`;

interface Waiting {
  resolve(rows: Row[]): void;
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
        statementsKept: STATEMENTS_KEPT,
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
  ask(step: ThreadStep): Promise<Row[]> {
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
    asked?.resolve(answer.result ? rowsOf(answer.result) : []);
  }
}

function rowsOf({ rows, names, blobs }: SentRows): Row[] {
  return rows.map((values) => {
    const row: Row = {};
    for (const [at, name] of names.entries()) row[name] = values[at];
    // Bytes lose their class on the way.
    for (const name of blobs) {
      const bytes = row[name];
      if (bytes instanceof Uint8Array) row[name] = Buffer.from(bytes);
    }
    return row;
  });
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
