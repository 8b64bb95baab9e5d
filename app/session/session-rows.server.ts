import { createHash } from "node:crypto";
import type { PortalDatabase } from "./portal-database.server";
import type { Seal } from "~/runtime/seal.server";
import { sessionRecord, type SessionRecord } from "./session-record.server";

export interface SessionRow {
  /** Null where it cannot be read: it is damaged, or sealed with another secret. */
  record: SessionRecord | null;
  version: number;
  usedAt: number;
  claim: string | null;
  claimedUntil: number;
}

export function sessionKey(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}

/** The table of sessions, a row each, by their keys. Every change of a row says which version of it was read. */
export class SessionRows {
  constructor(
    private readonly open: () => Promise<PortalDatabase>,
    private readonly seal: Seal,
  ) {}

  async insert(
    key: string,
    record: SessionRecord,
    usedAt: number,
  ): Promise<void> {
    const db = await this.open();
    await db
      .insertInto("portal_sessions")
      .values({
        key,
        record: this.sealed(key, record),
        version: 1,
        used_at: usedAt,
        claim: null,
        claimed_until: 0,
      })
      .execute();
  }

  async read(key: string): Promise<SessionRow | null> {
    const db = await this.open();
    const row = await db
      .selectFrom("portal_sessions")
      .selectAll()
      .where("key", "=", key)
      .executeTakeFirst();
    if (!row) return null;
    return {
      record: this.seal.openJson(row.record, key, sessionRecord),
      version: row.version,
      usedAt: row.used_at,
      claim: row.claim,
      claimedUntil: row.claimed_until,
    };
  }

  /** False if a newer version exists. `claim` ends that claim. */
  async write(
    key: string,
    version: number,
    record: SessionRecord,
    claim?: string,
  ): Promise<boolean> {
    const db = await this.open();
    let update = db
      .updateTable("portal_sessions")
      .set({ record: this.sealed(key, record), version: version + 1 })
      .where("key", "=", key)
      .where("version", "=", version);
    if (claim !== undefined) {
      update = update
        .set({ claim: null, claimed_until: 0 })
        .where("claim", "=", claim);
    }
    return (await update.executeTakeFirst()).numUpdatedRows === 1n;
  }

  async markUsed(key: string, usedAt: number): Promise<void> {
    const db = await this.open();
    await db
      .updateTable("portal_sessions")
      .set({ used_at: usedAt })
      .where("key", "=", key)
      .where("used_at", "<", usedAt)
      .execute();
  }

  /** False where another has claimed the row since it was read. */
  async claim(
    key: string,
    { claimedUntil }: Pick<SessionRow, "claimedUntil">,
    next: { claim: string; until: number },
  ): Promise<boolean> {
    const db = await this.open();
    const { numUpdatedRows } = await db
      .updateTable("portal_sessions")
      .set({ claim: next.claim, claimed_until: next.until })
      .where("key", "=", key)
      .where("claimed_until", "=", claimedUntil)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async release(key: string, claim: string): Promise<void> {
    const db = await this.open();
    await db
      .updateTable("portal_sessions")
      .set({ claim: null, claimed_until: 0 })
      .where("key", "=", key)
      .where("claim", "=", claim)
      .execute();
  }

  async delete(key: string): Promise<void> {
    const db = await this.open();
    await db.deleteFrom("portal_sessions").where("key", "=", key).execute();
  }

  async deleteAsRead(
    key: string,
    { version, usedAt }: Pick<SessionRow, "version" | "usedAt">,
  ): Promise<void> {
    const db = await this.open();
    await db
      .deleteFrom("portal_sessions")
      .where("key", "=", key)
      .where("version", "=", version)
      .where("used_at", "=", usedAt)
      .execute();
  }

  async deleteUnusedSince(usedAt: number): Promise<number> {
    const db = await this.open();
    const { numDeletedRows } = await db
      .deleteFrom("portal_sessions")
      .where("used_at", "<=", usedAt)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  private sealed(key: string, record: SessionRecord): string {
    return this.seal.closeJson(record, key);
  }
}
