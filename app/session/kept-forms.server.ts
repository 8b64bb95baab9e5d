import { z } from "zod";
import { sessionMessages } from "~/domain/session/session-messages";
import { log } from "~/log.server";
import { CSRF_FIELD, isCsrfToken } from "./csrf-token.server";
import {
  KEPT_PER_SESSION,
  KeptFormStore,
  type KeptForm,
} from "./kept-form-store.server";
import { portalDatabase } from "./portal-database.server";
import { endedSessionOf, prevIdOf, userDigestOf } from "./return-cookie.server";
import {
  isSameText,
  seal,
  sessionIdOf,
  type LiveSession,
} from "./session-storage.server";

export const keptForms = new KeptFormStore(portalDatabase, seal);

/** Secrets are typed anew. */
const SECRET =
  /pass(word|phrase|code)?|pwd|secret|token|^(code|recoveryCode|presentCode|setUp)$/i;

/** Entries that are back after login, and what the page says of them. */
export interface EntriesBack {
  form: FormData;
  told: string;
  /** True where the session goes on, and the server could not answer. */
  isAfterFault: boolean;
}

/**
 * Keeps what was posted in a session that is over, until its user has logged in again (decision 22). Nothing is stored for
 * anybody but the browser of that session with a form of its own: strangers store nothing here. `userId` is whose session
 * it was; where it is gone, the browser's last user counts.
 */
export async function keepForm(
  request: Request,
  form: FormData,
  userId: string | null,
  { isAfterFault = false } = {},
): Promise<void> {
  const kept = { path: pathOf(request), isAfterFault, fields: [...form] };
  await keep(request, form.get(CSRF_FIELD), userId, [kept]);
}

/**
 * As {@link keepForm}, where this session is the next one of the same user, as after a login or a change of password in
 * another tab; false where nothing is kept, as for a form of no session that this browser remembers.
 */
export async function keepFormOfBefore(
  request: Request,
  form: FormData,
): Promise<boolean> {
  const before = await endedSessionOf(request);
  if (before === null || !isCsrfToken(before, form.get(CSRF_FIELD))) {
    return false;
  }
  const kept = { path: pathOf(request), isOfBefore: true, fields: [...form] };
  return keep(request, form.get(CSRF_FIELD), null, [kept]);
}

/** What a page's clock says of a form that was not sent when its session ended. */
const unsentForm = z.object({
  path: z.string().max(1_000),
  typed: z.array(z.string().max(100)).max(100),
  fields: z.array(z.tuple([z.string(), z.string()])),
});

/** As {@link keepForm}, for what stood in the forms of a page when its session ended. */
export async function keepUnsentForms(
  request: Request,
  form: FormData,
): Promise<void> {
  const forms = form
    .getAll("unsent")
    .slice(0, KEPT_PER_SESSION)
    .flatMap((text) => {
      const parsed = unsentForm.safeParse(parsedJson(text));
      return parsed.success ? [parsed.data] : [];
    });
  await keep(request, form.get(CSRF_FIELD), null, forms);
}

function parsedJson(text: FormDataEntryValue): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

type Unkept = Omit<KeptForm, "owner" | "fields"> & {
  fields: [string, FormDataEntryValue][];
};

/** True where any of them is kept. */
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
    for (const { fields, ...form } of forms) {
      const kept = { ...form, owner, fields: entriesOf(fields) };
      if (await keptForms.keep(sender, kept)) isKept = true;
    }
  } catch (error) {
    // The way to login is open all the same.
    tellTrouble(error);
  }
  return isKept;
}

/** Nobody loses a page for a form that cannot be kept, given back or dropped now. */
function tellTrouble(error: unknown): null {
  log.error({ event: "kept_form.failed", err: error });
  return null;
}

/**
 * As {@link keepForm}, in a session that goes on: its next page of that form has the entries, also without scripts, where
 * the error page has taken the form away.
 */
export async function keepFormAfterFault(
  request: Request,
  form: FormData,
  { id, record }: LiveSession,
): Promise<void> {
  await dropKeptForm(request, id);
  await keepForm(request, form, record.user.id, { isAfterFault: true });
}

/** Forgets what an earlier try has left: the form has been answered. */
export async function dropKeptForm(
  request: Request,
  sessionId: string,
): Promise<void> {
  const place = { sessionId, path: pathOf(request) };
  await keptForms.drop(place).catch(tellTrouble);
}

/**
 * What was kept for the page of a request, in this session or in the user's last one, for its owner, once. Where the page is of
 * one thing of several, `isFor` tells whether a form was about that one; others stay.
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
            .catch(tellTrouble);
    if (kept) {
      const isAfterFault = kept.isAfterFault === true;
      return { form: formOf(kept), told: tellingOf(kept), isAfterFault };
    }
  }
  return null;
}

function tellingOf({ isAfterFault, isOfBefore, typed = [] }: KeptForm): string {
  if (isOfBefore) return sessionMessages.unsentOfBeforeIsBack;
  return isAfterFault
    ? sessionMessages.unsavedIsBack
    : sessionMessages.unsentIsBack(typed);
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
