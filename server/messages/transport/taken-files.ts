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

const DONE = "done";
const FAILED = "failed";
const FOLDERS = [DONE, FAILED];

const REASON = ".why.txt";

const MS_PER_DAY = 86_400_000;

export async function makeTakenFolders(dir: string): Promise<void> {
  for (const name of FOLDERS) {
    try {
      // Not with its parents: a missing disk must stay missing.
      await mkdir(path.join(dir, name), { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
}

export function moveToDone(
  dir: string,
  name: string,
  now: Date,
): Promise<void> {
  return moveTo(
    path.join(dir, name),
    freeName(path.join(dir, DONE), name, now),
    now,
  );
}

/** Writes the reason first, then moves the file. */
export async function moveToFailed(
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

export async function removeOldFiles(
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

export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
