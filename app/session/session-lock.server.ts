import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm, utimes } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { makeFile } from "./make-file.server";

const TRY_EVERY_MS = 15;
/** A holder who has given no sign of life for so long has been killed. */
const DEAD_AFTER_MS = 5_000;
const SIGNS_IN_THAT_TIME = 5;
/** Longer than several who take a lock over at the same moment are apart: the last of them has it. */
const SETTLED_AFTER_MS = 100;

/** A lock that one process at a time has, however many share the folder. */
export interface SessionLock {
  /** False where another process has taken this one for dead: what was read under the lock may be old by now. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Waits for the lock at a path. The file is its holder's, who touches it while at work; one that nobody touches is taken
 * over. How long that is each who waits measures alone, so that clocks of machines need not agree. Throws where no file can
 * be made there.
 */
export async function takeLock(
  path: string,
  deadAfterMs = DEAD_AFTER_MS,
): Promise<SessionLock> {
  const mark = randomBytes(12).toString("base64url");
  let seen = null as { sign: string; since: number } | null;
  while (!(await isMade(path, mark))) {
    const sign = await signOfLife(path);
    if (sign === null) continue;
    if (sign !== seen?.sign) {
      seen = { sign, since: performance.now() };
    } else if (performance.now() - seen.since >= deadAfterMs) {
      if (await isTakenOver(path, mark, sign)) break;
      seen = null;
      continue;
    }
    await wait(TRY_EVERY_MS);
  }
  return heldBy(path, mark, deadAfterMs / SIGNS_IN_THAT_TIME);
}

function heldBy(path: string, mark: string, signEveryMs: number): SessionLock {
  const signs = setInterval(() => {
    const now = Date.now() / 1000;
    utimes(path, now, now).catch(() => undefined);
  }, signEveryMs);
  signs.unref();
  const isHeld = async () =>
    (await readFile(path, "utf8").catch(() => "")) === mark;
  return {
    isHeld,
    async release() {
      clearInterval(signs);
      if (await isHeld()) await rm(path, { force: true });
    },
  };
}

/** Of several that try, one makes the file. */
async function isMade(path: string, mark: string): Promise<boolean> {
  try {
    await makeFile(path, mark);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Changes with every sign of life; null where nobody has the lock. Opened, since network file systems look anew then. */
async function signOfLife(path: string): Promise<string | null> {
  try {
    const file = await open(path, "r");
    try {
      const { ino, mtimeMs } = await file.stat();
      return `${ino} ${mtimeMs}`;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Puts an own lock in the place of a dead one. Of several that do so at once, one has it; there is never none. */
async function isTakenOver(
  path: string,
  mark: string,
  sign: string,
): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await makeFile(draft, mark);
  if ((await signOfLife(path)) !== sign) {
    await rm(draft, { force: true });
    return false;
  }
  await rename(draft, path);
  await wait(SETTLED_AFTER_MS);
  return (await readFile(path, "utf8").catch(() => "")) === mark;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
