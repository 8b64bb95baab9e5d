import { createHash } from "node:crypto";
import { z } from "zod";
import type { PortalDatabase } from "./portal-database.server";
import type { Seal } from "~/runtime/seal.server";

/** After so long nobody waits for what they had typed. */
export const KEPT_FORM_MS = 30 * 60_000;
/** Forms that one session leaves behind, and that there are in all; the oldest makes room. */
export const KEPT_PER_SESSION = 3;
export const KEPT_IN_ALL = 200;

/** Much more than the body of a form may be, even written as JSON. */
const MAX_BYTES = 512 * 1024;
/** SQLite has no offset without a limit. */
const ALL_OTHERS = 1_000_000;

const keptForm = z.object({
  /** Keyed digest of whose it is. */
  owner: z.string().min(1),
  /** Pathname of the page that the form is on. */
  path: z.string().min(1),
  fields: z.array(z.tuple([z.string(), z.string()])),
});
export type KeptForm = z.infer<typeof keptForm>;

/** Where a form is kept: the session that it was typed in, and the page that it is on. */
export interface KeptPlace {
  sessionId: string;
  path: string;
}

/**
 * What was typed when a session ended, or a form could not be sent. Nobody guesses the id of a session, and the table has digests of it: who can read
 * the table still has none.
 */
export class KeptFormStore {
  constructor(
    private readonly open: () => Promise<PortalDatabase>,
    private readonly seal: Seal,
    private readonly now: () => number = Date.now,
  ) {}

  /** Keeps a form of a session; false where it is too long. The same one twice is kept once. */
  async keep(sessionId: string, form: KeptForm): Promise<boolean> {
    const sender = senderOf(sessionId);
    const text = JSON.stringify(form);
    if (Buffer.byteLength(text) > MAX_BYTES) return false;
    const place = this.placeOf(sender, form.path);
    const key = this.seal.digest(`${place}\0${text}`);
    const row = { form: this.seal.close(text, key), kept_at: this.now() };
    const db = await this.open();
    await db
      .insertInto("kept_forms")
      .values({ key, sender, place, ...row })
      .onConflict((same) => same.column("key").doUpdateSet(row))
      .execute();
    // Afterwards, so that those of a burst count each other.
    await this.makeRoom(db, sender);
    return true;
  }

  /** Hands out the newest form of a page that is wanted, once; null where there is none, or not any more. */
  async take(
    { sessionId, path }: KeptPlace,
    isWanted: (form: KeptForm) => boolean,
  ): Promise<KeptForm | null> {
    const db = await this.open();
    const rows = await db
      .selectFrom("kept_forms")
      .select(["key", "form"])
      .where("place", "=", this.placeOf(senderOf(sessionId), path))
      .where("kept_at", ">", this.now() - KEPT_FORM_MS)
      .orderBy("kept_at", "desc")
      .execute();
    for (const { key, form: sealed } of rows) {
      const form = formIn(this.seal.open(sealed, key));
      if (!form || !isWanted(form)) continue;
      const { numDeletedRows } = await db
        .deleteFrom("kept_forms")
        .where("key", "=", key)
        .executeTakeFirst();
      // Of two pages that open at once, one has it.
      if (numDeletedRows === 1n) return form;
    }
    return null;
  }

  /** Deletes the forms of a page. */
  async drop({ sessionId, path }: KeptPlace): Promise<void> {
    const db = await this.open();
    await db
      .deleteFrom("kept_forms")
      .where("place", "=", this.placeOf(senderOf(sessionId), path))
      .execute();
  }

  /** Deletes what nobody came back for; returns how many. */
  async sweep(): Promise<number> {
    const db = await this.open();
    const { numDeletedRows } = await db
      .deleteFrom("kept_forms")
      .where("kept_at", "<=", this.now() - KEPT_FORM_MS)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  private async makeRoom(db: PortalDatabase, sender: string): Promise<void> {
    const newestFirst = db
      .selectFrom("kept_forms")
      .select("key")
      .orderBy("kept_at", "desc")
      .limit(ALL_OTHERS);
    for (const tooMany of [
      newestFirst.where("sender", "=", sender).offset(KEPT_PER_SESSION),
      newestFirst.offset(KEPT_IN_ALL),
    ]) {
      await db.deleteFrom("kept_forms").where("key", "in", tooMany).execute();
    }
  }

  private placeOf(sender: string, path: string): string {
    return this.seal.digest(`${sender}\0${path}`);
  }
}

/** How the table names a session. */
function senderOf(sessionId: string): string {
  return createHash("sha256").update(sessionId).digest("hex").slice(0, 32);
}

/** Null for what is no form. */
function formIn(text: string | null): KeptForm | null {
  if (text === null) return null;
  try {
    const parsed = keptForm.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
