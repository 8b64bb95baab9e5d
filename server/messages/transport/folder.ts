import { existsSync } from "node:fs";
import {
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import type { Logger } from "pino";
import type { Clock, After } from "~server/clock/clock";
import { startRounds } from "~server/clock/rounds";
import { lockFile } from "~server/data-dir-lock";
import type { Receive } from "../receive";
import {
  messagesOf,
  readWhole,
  receiveAll,
  UnreadableFile,
} from "./feed-files";
import { codeOf, type Traffic } from "./traffic";

export const POLL_MS = 1_000;

const REMOVE_EVERY_MS = 3_600_000;

const LOCK_FILE = ".sojourn-feed.lock";

/** Programs still write these files. */
const UNFINISHED = /^\.|\.(tmp|part|filepart|partial)$/i;

export interface FolderOptions {
  dir: string;
  receive: Receive;
  clock: Clock;
  after: After;
  traffic: Traffic;
  log: Logger;
  keptDays: number;
}

export type FeedFolder = Awaited<ReturnType<typeof openFolder>>;

/**
 * Takes files that stay unchanged between two looks (R271), and moves each once its messages are stored. A second
 * process waits for the first.
 */
export async function openFolder(options: FolderOptions) {
  const { dir, after, clock, traffic, log } = options;
  await makeTakenFolders(dir);
  let unlock: (() => void) | null = null;
  let known = new Map<string, string>();
  let removedAt = 0;

  function tryLock(): boolean {
    unlock ??= lockFile(path.join(dir, LOCK_FILE));
    return unlock !== null;
  }

  async function removeOld(): Promise<void> {
    const now = clock();
    if (now.getTime() - removedAt < REMOVE_EVERY_MS) return;
    removedAt = now.getTime();
    const files = await removeOldFiles(dir, now, options.keptDays);
    if (files > 0) log.info({ event: "feed.files_removed", files });
  }

  async function look(stopping: AbortSignal): Promise<void> {
    if (!tryLock()) return;
    const now = await wholeFiles(dir);
    const before = known;
    known = now;
    const ready = [...now.keys()].filter(
      (name) => before.get(name) === now.get(name),
    );
    for (const name of ready.sort()) {
      if (stopping.aborted) return;
      // A failing file is retried, and delays no other.
      await takeFile(name, options, stopping).catch(traffic.failed);
    }
    await removeOld();
  }

  if (!tryLock()) log.info({ event: "feed.folder_waits" });
  const { stop } = startRounds(
    after,
    async (stopping) => {
      await look(stopping).catch(traffic.failed);
      return POLL_MS;
    },
    POLL_MS,
  );
  return {
    /** Waits for messages in progress; their file stays for the next start. */
    async close() {
      await stop();
      unlock?.();
    },
  };
}

async function wholeFiles(dir: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (!entry.isFile() || UNFINISHED.test(entry.name)) continue;
    try {
      const { size, mtimeMs, ino } = await stat(path.join(dir, entry.name));
      // Some programs create a file long before writing it.
      if (size > 0) files.set(entry.name, `${ino} ${size} ${mtimeMs}`);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
  return files;
}

async function takeFile(
  name: string,
  { dir, receive, clock, traffic }: FolderOptions,
  stopping: AbortSignal,
): Promise<void> {
  const failed = (why: string) => moveToFailed(dir, name, clock(), why);
  let messages: Uint8Array[];
  try {
    const bytes = await readWhole(path.join(dir, name));
    messages = messagesOf(bytes, name);
  } catch (error) {
    if (error instanceof UnreadableFile) return failed(error.message);
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  const notUsed = await receiveAll(messages, {
    receive,
    via: "folder",
    clock,
    count: traffic.count,
    stopping,
  });
  if (notUsed === null) return;
  if (notUsed.length > 0) {
    const first = `${notUsed.length} of ${messages.length} not used.`;
    return failed([first, ...notUsed].join("\n"));
  }
  const target = freeName(path.join(dir, DONE), name, clock());
  return moveTo(path.join(dir, name), target, clock());
}

const DONE = "done";
const FAILED = "failed";
const FOLDERS = [DONE, FAILED];

const REASON = ".why.txt";

const MS_PER_DAY = 86_400_000;

async function makeTakenFolders(dir: string): Promise<void> {
  for (const name of FOLDERS) {
    try {
      // Not with its parents: a missing disk must stay missing.
      await mkdir(path.join(dir, name), { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
}

/** Writes the reason first, then moves the file. */
async function moveToFailed(
  dir: string,
  name: string,
  now: Date,
  why: string,
): Promise<void> {
  const target = freeName(path.join(dir, FAILED), name, now);
  const reason = `${target}${REASON}`;
  await writeFile(reason, `${why}\n`, { mode: 0o600 });
  await utimes(reason, now, now);
  await moveTo(path.join(dir, name), target, now);
}

async function removeOldFiles(
  dir: string,
  now: Date,
  keptDays: number,
): Promise<number> {
  let removed = 0;
  for (const folder of FOLDERS.map((name) => path.join(dir, name))) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (!entry.isFile()) continue;
      const { mtimeMs } = await stat(file);
      if (now.getTime() - mtimeMs < keptDays * MS_PER_DAY) continue;
      await rm(file, { force: true });
      removed += 1;
    }
  }
  return removed;
}

export async function countFiles(
  dir: string,
): Promise<{ waiting: number; taken: number }> {
  const filesOf = async (folder: string) => {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter(
      (entry) =>
        entry.isFile() &&
        !entry.name.startsWith(".") &&
        !entry.name.endsWith(REASON),
    ).length;
  };
  let taken = 0;
  for (const folder of FOLDERS.map((name) => path.join(dir, name))) {
    if (existsSync(folder)) taken += await filesOf(folder);
  }
  return { waiting: await filesOf(dir), taken };
}

/** Sets the file's time, from which its retention counts. */
async function moveTo(file: string, target: string, now: Date): Promise<void> {
  await rename(file, target);
  await utimes(target, now, now);
}

/** Adds the time to a taken name, then a number. */
function freeName(folder: string, name: string, now: Date): string {
  const { name: stem, ext } = path.parse(name);
  const time = now.toISOString().replaceAll(":", "");
  for (let count = 0; ; count += 1) {
    const added = count < 2 ? [time] : [time, count];
    const other = [stem, ...added].join(".") + ext;
    const target = path.join(folder, count === 0 ? name : other);
    if (!existsSync(target)) return target;
  }
}
