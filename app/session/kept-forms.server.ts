import { z } from "zod";
import { sessionMessages } from "~/features/sign-in/rules/session-messages";
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

const SECRET =
  /pass(word|phrase|code)?|pwd|secret|token|^(code|recoveryCode|presentCode|setUp)$/i;

/** Entries that are back, and what the page says of them. */
export interface EntriesBack {
  form: FormData;
  told: string;
}

/**
 * Keeps what was posted where its session has ended, where it is of the user's session before this one, or where the server
 * could not answer (decision 22). Only the browser of that session can do so, with the form's own token: strangers store
 * nothing here. `userId` is the session's user; where that is unknown, the browser's last user counts. False where nothing
 * is kept.
 */
export function keepForm(
  request: Request,
  form: FormData,
  userId: string | null,
): Promise<boolean> {
  const kept = { path: pathOf(request), fields: [...form] };
  return keep(request, form.get(CSRF_FIELD), userId, [kept]);
}

/** A form that a page's clock sends when the session ends. */
const unsentForm = z.object({
  path: z.string().max(1_000),
  fields: z.array(z.tuple([z.string(), z.string()])),
});

/** Keeps what stood in the forms of a page when its session ended, as {@link keepForm}. */
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

type Unkept = Pick<KeptForm, "path"> & {
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
    for (const { path, fields } of forms) {
      const kept = { path, owner, fields: entriesOf(fields) };
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
    if (kept) return { form: formOf(kept), told: sessionMessages.unsentIsBack };
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
