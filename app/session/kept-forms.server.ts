import { createHash } from "node:crypto";
import { z } from "zod";
import { textsIn } from "~/domain/form-texts";
import { readJson } from "~/domain/read-json";
import { log } from "~/log.server";
import type { Seal } from "~/runtime/seal.server";
import { CSRF_FIELD, isCsrfToken } from "./csrf-token.server";
import { portalDatabase, type PortalDatabase } from "./portal-database.server";
import { endedSessionOf, prevIdOf, userDigestOf } from "./return-cookie.server";
import {
  isSameText,
  type LiveSession,
  seal,
  sessionIdOf,
} from "./session-storage.server";

/** Nobody waits longer for what they had typed. */
export const KEPT_FORM_MS = 30 * 60_000;
/** The oldest form makes room beyond these limits. */
export const KEPT_PER_SESSION = 3;
export const KEPT_IN_ALL = 200;

/** Much more than the body of a form may be, even written as JSON. */
const MAX_BYTES = 512 * 1024;
/** SQLite has no offset without a limit. */
const ALL_OTHERS = 1_000_000;

const keptForm = z.object({
  /** Keyed digest of the user. */
  owner: z.string().min(1),
  path: z.string().min(1),
  fields: z.array(z.tuple([z.string(), z.string()])),
});
export type KeptForm = z.infer<typeof keptForm>;

interface KeptPlace {
  sessionId: string;
  path: string;
}

/**
 * Forms left over when a session ended or sending failed. Nobody can guess a session id, and the table has only
 * digests.
 */
export class KeptFormStore {
  constructor(
    private readonly open: () => Promise<PortalDatabase>,
    private readonly seal: Seal,
    private readonly now: () => number = Date.now,
  ) {}

  /** False if the form is too long. Equal forms are kept once. */
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

  /** Returns the newest wanted form once; null if there is none. */
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
      const form = this.seal.openJson(sealed, key, keptForm);
      if (!form || !isWanted(form)) continue;
      const { numDeletedRows } = await db
        .deleteFrom("kept_forms")
        .where("key", "=", key)
        .executeTakeFirst();
      // Only one of two pages that open at once gets it.
      if (numDeletedRows === 1n) return form;
    }
    return null;
  }

  async drop({ sessionId, path }: KeptPlace): Promise<void> {
    const db = await this.open();
    await db
      .deleteFrom("kept_forms")
      .where("place", "=", this.placeOf(senderOf(sessionId), path))
      .execute();
  }

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

function senderOf(sessionId: string): string {
  return createHash("sha256").update(sessionId).digest("hex").slice(0, 32);
}

export const keptForms = new KeptFormStore(portalDatabase, seal);

const SECRET =
  /pass(word|phrase|code)?|pwd|secret|token|^(code|recoveryCode|presentCode|setUp)$/i;

export interface EntriesBack {
  form: FormData;
  unsent: string;
}

/**
 * False if nothing is kept. Only the browser of the ended session can store a form, by the form's own token (decision
 * 16). `userId` is the session's user; if it is unknown, the browser's last user counts.
 */
export function keepForm(
  request: Request,
  form: FormData,
  userId: string | null,
): Promise<boolean> {
  const kept = { path: pathOf(request), fields: [...form] };
  return keep(request, form.get(CSRF_FIELD), userId, [kept]);
}

const unsentForm = z.object({
  path: z.string().max(1_000),
  fields: z.array(z.tuple([z.string(), z.string()])),
});

export async function keepUnsentForms(
  request: Request,
  form: FormData,
): Promise<void> {
  const forms = textsIn(form, "unsent")
    .slice(0, KEPT_PER_SESSION)
    .flatMap((text) => readJson(text, unsentForm) ?? []);
  await keep(request, form.get(CSRF_FIELD), null, forms);
}

type Unkept = Pick<KeptForm, "path"> & {
  fields: [string, FormDataEntryValue][];
};

async function keep(
  request: Request,
  csrfToken: FormDataEntryValue | null,
  userId: string | null,
  forms: readonly Unkept[],
): Promise<boolean> {
  // A tab may learn of the end when another one has closed the session, or has logged in again.
  const senders = [await sessionIdOf(request), await endedSessionOf(request)];
  const sender = senders.find(
    (id) => id !== null && isCsrfToken(id, csrfToken),
  );
  const owner =
    userId === null ? await prevIdOf(request) : userDigestOf(userId);
  if (!sender || owner === null) return false;
  let isKept = false;
  try {
    for (const { path, fields } of forms) {
      const kept = { path, owner, fields: entriesOf(fields) };
      if (await keptForms.keep(sender, kept)) isKept = true;
    }
  } catch (error) {
    // The way to login is open all the same.
    logTrouble(error);
  }
  return isKept;
}

/** A form that cannot be kept must not cost the user a page. */
function logTrouble(error: unknown): null {
  log.error({ event: "kept_form.failed", err: error });
  return null;
}

export async function dropKeptForm(
  request: Request,
  sessionId: string,
): Promise<void> {
  const place = { sessionId, path: pathOf(request) };
  await keptForms.drop(place).catch(logTrouble);
}

/**
 * Returns a form once, from this session or the user's last one. `isFor` picks the form if a page is about one thing
 * of several.
 */
export async function takeKeptForm(
  request: Request,
  { id, record }: LiveSession,
  isFor: (form: FormData) => boolean = () => true,
): Promise<EntriesBack | null> {
  const owner = userDigestOf(record.user.id);
  for (const sessionId of [id, await endedSessionOf(request)]) {
    const kept =
      sessionId === null
        ? null
        : await keptForms
            .take(
              { sessionId, path: pathOf(request) },
              (form) => isSameText(form.owner, owner) && isFor(formOf(form)),
            )
            .catch(logTrouble);
    if (kept)
      return {
        form: formOf(kept),
        unsent: "We put back what you had typed. It has not been saved.",
      };
  }
  return null;
}

function entriesOf(
  fields: readonly [string, FormDataEntryValue][],
): KeptForm["fields"] {
  return fields.flatMap(([name, value]): KeptForm["fields"] =>
    typeof value !== "string" || name === CSRF_FIELD || SECRET.test(name)
      ? []
      : [[name, value]],
  );
}

function formOf({ fields }: KeptForm): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/(.)\/$/, "$1");
}
