import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pageError } from "~/data/page-error.server";
import {
  remainingMs,
  SESSION_TIMEOUT_MS,
  sessionEnd,
} from "~/domain/session/session-clock";
import { log } from "~/log.server";
import { joinCall } from "./join-call.server";
import { replaceFile } from "./make-file.server";
import { takeLock, type SessionLock } from "./session-lock.server";
import { sessionRecord, type SessionRecord } from "./session-record.server";

const TOUCH_EVERY_MS = 5_000;

/** A live session's record, and when it was last used, milliseconds since 1970. */
interface Found {
  record: SessionRecord;
  usedAt: number;
}

/** What a session's file holds, and its time. */
interface SessionFile {
  text: string;
  usedAt: number;
}

/**
 * Sessions as files, one each, readable by this account only. The file's time is when the session was last
 * used, so that marking use never writes over a token that another request has just renewed. File names are
 * hashes: who can list the folder still has no session id.
 *
 * Portals that share the folder change a session one after the other too, by a lock beside its file; reading and marking
 * use need none.
 */
export class SessionFileStore {
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly reads = new Map<string, Promise<SessionFile | null>>();
  private readonly touches = new Map<string, Promise<number | null>>();

  constructor(
    private readonly folder: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Throws the error page, 503, where it cannot be stored. */
  async create(record: SessionRecord): Promise<string> {
    const id = randomBytes(32).toString("base64url");
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await this.write(id, record);
    } catch (error) {
      throw unavailable(error);
    }
    return id;
  }

  /**
   * The record of a live session; null when there is none, or it is over. A file that cannot be read now, for want of
   * file handles say, ends nobody's session: it is thrown as the error page, 503.
   */
  async find(id: string): Promise<SessionRecord | null> {
    return (await this.look(id))?.record ?? null;
  }

  /** What is left of a session in milliseconds, which this does not count as using it; 0 where it is over. */
  async remainingMs(id: string): Promise<number> {
    const found = await this.look(id);
    if (!found) return 0;
    const { usedAt, record } = found;
    const { signedInAt } = record;
    return remainingMs(sessionEnd({ usedAt, signedInAt }), this.now());
  }

  /**
   * Marks a session as used now, and says since when it counts as used; null where it is gone. Where it cannot be marked,
   * on a disk that became read-only say, it goes on from its last use to its end.
   */
  async touch(id: string): Promise<number | null> {
    return joined(this.touches, id, () => this.markUsed(id));
  }

  private async markUsed(id: string): Promise<number | null> {
    const path = this.pathOf(id);
    const now = this.now();
    try {
      const { mtimeMs } = await stat(path);
      if (now - mtimeMs < TOUCH_EVERY_MS) return mtimeMs;
      try {
        await utimes(path, now / 1000, now / 1000);
      } catch (error) {
        if (isMissing(error)) return null;
        log.error({ event: "session.not_marked", err: error });
        return mtimeMs;
      }
      this.reads.delete(id);
      return now;
    } catch (error) {
      if (!isMissing(error)) throw error;
      return null;
    }
  }

  /**
   * Changes a live session, one change at a time; a session that ended meanwhile stays ended. `change` gets the
   * newest record, and returns null to leave it as it is. It is asked again where another process has changed the
   * session under it, which happens only where this one stood still for seconds. Throws the error page, 503, where it
   * cannot be stored.
   */
  async update(
    id: string,
    change: (
      record: SessionRecord,
    ) => SessionRecord | null | Promise<SessionRecord | null>,
  ): Promise<SessionRecord | null> {
    return this.inTurn(id, async () => {
      for (;;) {
        const lock = await this.lockOf(id);
        if (!lock) return null;
        try {
          const record = await this.findNow(id);
          if (!record) return null;
          const changed = await change(record);
          if (!changed) return record;
          // A logout during a slow change wins.
          if (!(await this.findNow(id))) return null;
          if (await lock.isHeld()) {
            await this.write(id, changed).catch((error: unknown) => {
              throw unavailable(error);
            });
            return changed;
          }
        } finally {
          await lock.release();
        }
      }
    });
  }

  /**
   * As {@link update}, for what nobody has to lose a page for: null also where a full disk takes no change, which the log
   * tells.
   */
  async updateIfPossible(
    ...change: Parameters<SessionFileStore["update"]>
  ): Promise<SessionRecord | null> {
    return this.update(...change).catch((error: unknown) => {
      if (error instanceof Response) return null;
      throw error;
    });
  }

  async destroy(id: string): Promise<void> {
    const remove = async () => {
      await rm(this.pathOf(id), { force: true });
      this.reads.delete(id);
    };
    await remove();
    // A change that is just being written, here or by another process, would bring the file back.
    if (!this.turns.has(id) && !(await exists(this.lockPathOf(id)))) return;
    void this.inTurn(id, async () => {
      const lock = await this.lockOf(id);
      await remove();
      await lock?.release();
    }).catch(() => undefined);
  }

  /** Deletes the files of sessions that are over, and what a crash left half written. */
  async sweep(): Promise<number> {
    const names = await readdir(this.folder).catch(() => []);
    let swept = 0;
    for (const name of names) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => null);
      if (found && this.now() - found.mtimeMs >= SESSION_TIMEOUT_MS) {
        await rm(path, { force: true });
        swept += 1;
      }
    }
    return swept;
  }

  private async look(id: string): Promise<Found | null> {
    // The loaders of a page ask at the same moment; what was read before a change is given to nobody who asks after it.
    const file = await joined(this.reads, id, () => this.read(id));
    if (!file) return null;
    const { usedAt, text } = file;
    const record = recordIn(text);
    if (record) {
      const { signedInAt } = record;
      const endsAt = sessionEnd({ usedAt, signedInAt });
      if (this.now() < endsAt) return { record, usedAt };
    }
    await this.destroy(id);
    return null;
  }

  /** As {@link find}, joining no read that may have begun before another process changed the file. */
  private async findNow(id: string): Promise<SessionRecord | null> {
    this.reads.delete(id);
    return this.find(id);
  }

  private pathOf(id: string): string {
    return join(this.folder, createHash("sha256").update(id).digest("hex"));
  }

  private lockPathOf(id: string): string {
    return `${this.pathOf(id)}.lock`;
  }

  /** Null where there is no folder, and so no session. */
  private async lockOf(id: string): Promise<SessionLock | null> {
    try {
      return await takeLock(this.lockPathOf(id));
    } catch (error) {
      if (isMissing(error)) return null;
      throw unavailable(error);
    }
  }

  private async read(id: string): Promise<SessionFile | null> {
    const path = this.pathOf(id);
    try {
      const [text, { mtimeMs }] = await Promise.all([
        readFile(path, "utf8"),
        stat(path),
      ]);
      return { text, usedAt: mtimeMs };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  private async write(id: string, record: SessionRecord): Promise<void> {
    await replaceFile(this.pathOf(id), JSON.stringify(record));
    this.reads.delete(id);
  }

  private async inTurn<T>(id: string, task: () => Promise<T>): Promise<T> {
    const before = this.turns.get(id) ?? Promise.resolve();
    const mine = before.then(task, task);
    const settled = mine.catch(() => undefined);
    this.turns.set(id, settled);
    try {
      return await mine;
    } finally {
      if (this.turns.get(id) === settled) this.turns.delete(id);
    }
  }
}

/** As {@link joinCall}; each who waits is told of a failure in a Response of their own. */
function joined<Result>(
  ...call: Parameters<typeof joinCall<string, Result>>
): Promise<Result> {
  return joinCall(...call).catch((error: unknown) => {
    throw unavailable(error);
  });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function recordIn(text: string): SessionRecord | null {
  try {
    const parsed = sessionRecord.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function unavailable(error: unknown): Response {
  log.error({ event: "session.unavailable", err: error });
  return pageError(503);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
