import { createHash, randomBytes } from "node:crypto";
import type { Seal } from "~/runtime/seal.server";
import type { PortalDatabase } from "./portal-database.server";

/** The host's own limits are shorter, or as long. */
export const KEPT_STEP_MS = 30 * 60_000;

/**
 * What a browser on its way by the organisation's login would bring back, and a cookie has no room for: an ID token has some
 * kilobytes. The browser holds a random id, of which the table has a digest.
 */
export class KeptSteps {
  constructor(
    private readonly open: () => Promise<PortalDatabase>,
    private readonly seal: Seal,
    private readonly now: () => number = Date.now,
  ) {}

  /** Keeps a step, and gives the id that it is found by. */
  async keep(step: string): Promise<string> {
    const id = randomBytes(18).toString("base64url");
    const key = keyOf(id);
    const db = await this.open();
    await db
      .insertInto("kept_steps")
      .values({ key, step: this.seal.close(step, key), kept_at: this.now() })
      .execute();
    return id;
  }

  /** Null for what was never kept, was dropped, or is over. */
  async read(id: string): Promise<string | null> {
    const db = await this.open();
    const key = keyOf(id);
    const row = await db
      .selectFrom("kept_steps")
      .select("step")
      .where("key", "=", key)
      .where("kept_at", ">", this.now() - KEPT_STEP_MS)
      .executeTakeFirst();
    return row ? this.seal.open(row.step, key) : null;
  }

  async drop(id: string): Promise<void> {
    const db = await this.open();
    await db.deleteFrom("kept_steps").where("key", "=", keyOf(id)).execute();
  }

  /** Deletes what nobody came back for; returns how many. */
  async sweep(): Promise<number> {
    const db = await this.open();
    const { numDeletedRows } = await db
      .deleteFrom("kept_steps")
      .where("kept_at", "<=", this.now() - KEPT_STEP_MS)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

function keyOf(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}
