import { randomBytes } from "node:crypto";
import {
  link,
  open,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const TRY_EVERY_MS = 15;
const SIGN_OF_LIFE_EVERY_MS = 1_000;
/** A holder who has given no sign of life for so long has been killed. */
const DEAD_AFTER_MS = 5_000;

/** A lock that one process at a time has, however many share the folder. */
export interface SessionLock {
  /** False where another process has taken this one for dead: what was read under the lock may be old by now. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Waits for the lock at a path. The file is its holder's, who touches it while at work; one that nobody touches is taken
 * away. How long that is each who waits measures alone, so that clocks of machines need not agree. Throws where no file can
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
      await clearAway(path, sign);
      seen = null;
      continue;
    }
    await wait(TRY_EVERY_MS);
  }
  return heldBy(path, mark);
}

function heldBy(path: string, mark: string): SessionLock {
  const signs = setInterval(() => {
    const now = Date.now() / 1000;
    utimes(path, now, now).catch(() => undefined);
  }, SIGN_OF_LIFE_EVERY_MS);
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
    await writeFile(path, mark, { mode: 0o600, flag: "wx" });
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

/** Takes a dead lock away: of several that wait, one; and not the lock of who was quicker, which goes back. */
async function clearAway(path: string, sign: string): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (isCode(error, "ENOENT")) return;
    throw error;
  }
  if ((await signOfLife(aside)) !== sign) {
    await link(aside, path).catch(() => undefined);
  }
  await rm(aside, { force: true });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
