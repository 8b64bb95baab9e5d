import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  remainingMs,
  IDLE_LIMIT_MS,
  sessionEnd,
} from "~/features/sign-in/rules/session-clock";
import { log } from "~/log.server";
import { joinCall } from "./join-call.server";
import type { SessionRecord } from "./session-record.server";
import {
  sessionKey,
  type SessionRow,
  type SessionRows,
} from "./session-rows.server";
import { isStoreTrouble, orUnavailable } from "./store-trouble.server";

const TOUCH_EVERY_MS = 5_000;
/** Longer than a call to the host may take: a portal that was killed meanwhile costs one wait. */
const CLAIM_MS = 8_000;
const LOOK_EVERY_MS = 25;

export interface FoundSession {
  record: SessionRecord;
  usedAt: number;
}

type LiveRow = SessionRow & FoundSession;

export interface Renewal<Answer> {
  /** False if the record already has what was to be asked for. */
  isWanted(record: SessionRecord): boolean;
  /** Asks the host; null where there is nothing to store. */
  ask(record: SessionRecord): Promise<Answer | null>;
  changed(newest: SessionRecord, answer: Answer): SessionRecord;
}

/**
 * The sessions of all portals that share a database. A change is repeated if the record is newer; a database failure
 * throws the error page (503) and ends no session.
 */
export class SessionStore {
  private readonly reads = new Map<string, Promise<LiveRow | null>>();
  private readonly touches = new Map<string, Promise<number>>();
  /** Keys of sessions that have ended while the database could not forget them. */
  private readonly ended = new Set<string>();

  constructor(
    private readonly rows: SessionRows,
    private readonly now: () => number = Date.now,
  ) {}

  async create(record: SessionRecord): Promise<string> {
    const id = randomBytes(32).toString("base64url");
    const inserted = this.rows.insert(sessionKey(id), record, this.now());
    await orUnavailable(inserted);
    return id;
  }

  async find(id: string): Promise<FoundSession | null> {
    // The loaders of a page ask at the same moment; a read from before a change is never shared with later callers.
    return orUnavailable(joinCall(this.reads, id, () => this.read(id)));
  }

  /** What is left of a session in milliseconds, which this does not count as using it; 0 where it is over. */
  async remainingMs(id: string): Promise<number> {
    const found = await this.find(id);
    if (!found) return 0;
    const { usedAt, record } = found;
    const { signedInAt } = record;
    return remainingMs(sessionEnd({ usedAt, signedInAt }), this.now());
  }

  /** Returns when the session counts as last used. That stays `usedAt` if it cannot be stored, as on a full disk. */
  async touch({ id, usedAt }: { id: string; usedAt: number }): Promise<number> {
    if (this.now() - usedAt < TOUCH_EVERY_MS) return usedAt;
    return joinCall(this.touches, id, () => this.markUsed(id, usedAt));
  }

  /** An ended session stays ended. `change` may run again with a newer record; it returns null to change nothing. */
  async update(
    id: string,
    change: (record: SessionRecord) => SessionRecord | null,
  ): Promise<SessionRecord | null> {
    return orUnavailable(this.change(id, change));
  }

  /** Like {@link update}, for changes that must not fail a page: logs a database failure and returns null. */
  async updateIfPossible(
    ...change: Parameters<SessionStore["update"]>
  ): Promise<SessionRecord | null> {
    return this.update(...change).catch((error: unknown) => {
      if (error instanceof Response) return null;
      throw error;
    });
  }

  /** One request of all portals asks the host; the others wait. Nothing is asked if the answer could not be stored. */
  async renew<Answer>(
    id: string,
    { isWanted, ask, changed }: Renewal<Answer>,
  ): Promise<SessionRecord | null> {
    const claim = randomBytes(9).toString("base64url");
    const row = await orUnavailable(this.claim(id, claim, isWanted));
    if (row?.claim !== claim) return row?.record ?? null;
    let answer: Answer | null = null;
    try {
      answer = await ask(row.record);
    } finally {
      if (answer === null) await this.release(id, claim);
    }
    const answered = answer;
    if (answered === null) return (await this.find(id))?.record ?? null;
    return orUnavailable(
      this.change(id, (newest) => changed(newest, answered), claim),
    );
  }

  /** Returns the new id, or null if the session has ended. Nobody asks the host meanwhile, so that no token is lost. */
  async move(id: string): Promise<string | null> {
    const moved: string[] = [];
    await this.renew(id, {
      isWanted: () => true,
      ask: async (record) => {
        moved.push(await this.create(record));
        await this.destroy(id);
        return null;
      },
      changed: (newest) => newest,
    });
    return moved[0] ?? null;
  }

  /** Ends a session. Returns false if the database cannot delete it now: this portal then rejects it and deletes it later. */
  async destroy(id: string): Promise<boolean> {
    const key = sessionKey(id);
    this.ended.add(key);
    try {
      await this.rows.delete(key);
      this.ended.delete(key);
      return true;
    } catch (error) {
      if (!isStoreTrouble(error)) throw error;
      log.error({ event: "session.not_ended", err: error });
      return false;
    } finally {
      this.reads.delete(id);
    }
  }

  async sweep(): Promise<number> {
    for (const key of this.ended) {
      await this.rows.delete(key);
      this.ended.delete(key);
    }
    return this.rows.deleteUnusedSince(this.now() - IDLE_LIMIT_MS);
  }

  private async read(id: string): Promise<LiveRow | null> {
    const key = sessionKey(id);
    const row = await this.rows.read(key);
    if (!row || this.ended.has(key)) return null;
    const { record, usedAt } = row;
    if (record) {
      const { signedInAt } = record;
      const endsAt = sessionEnd({ usedAt, signedInAt });
      if (this.now() < endsAt) return { ...row, record };
    }
    // The sweep takes what cannot be deleted now.
    await this.rows.deleteAsRead(key, row).catch(() => undefined);
    return null;
  }

  private async markUsed(id: string, usedAt: number): Promise<number> {
    const now = this.now();
    try {
      await this.rows.markUsed(sessionKey(id), now);
    } catch (error) {
      log.error({ event: "session.not_marked", err: error });
      return usedAt;
    }
    this.reads.delete(id);
    return now;
  }

  /** Given a claim, changes nothing if somebody else has claimed the session since. */
  private async change(
    id: string,
    change: (record: SessionRecord) => SessionRecord | null,
    claim?: string,
  ): Promise<SessionRecord | null> {
    for (;;) {
      const row = await this.read(id);
      if (!row) return null;
      if (claim !== undefined && row.claim !== claim) return row.record;
      const changed = change(row.record);
      if (!changed) return row.record;
      const key = sessionKey(id);
      const isStored = await this.rows.write(key, row.version, changed, claim);
      this.reads.delete(id);
      if (isStored) return changed;
    }
  }

  /** The session with this claim, or as it is if nothing is wanted any more. */
  private async claim(
    id: string,
    claim: string,
    isWanted: (record: SessionRecord) => boolean,
  ): Promise<LiveRow | null> {
    for (;;) {
      const row = await this.read(id);
      if (!row || !isWanted(row.record)) return row;
      const until = this.now() + CLAIM_MS;
      if (
        row.claimedUntil <= this.now() &&
        (await this.rows.claim(sessionKey(id), row, { claim, until }))
      ) {
        return { ...row, claim };
      }
      await wait(LOOK_EVERY_MS);
    }
  }

  /** One that cannot be released now runs out by itself. */
  private async release(id: string, claim: string): Promise<void> {
    await this.rows.release(sessionKey(id), claim).catch((error: unknown) => {
      log.error({ event: "session.not_released", err: error });
    });
  }
}
