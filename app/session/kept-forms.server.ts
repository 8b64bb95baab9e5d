import { join } from "node:path";
import { sessionMessages } from "~/domain/session/session-messages";
import { settings } from "~/env.server";
import { log } from "~/log.server";
import { CSRF_FIELD, isCsrfToken } from "./csrf-token.server";
import { KeptFormStore, type KeptForm } from "./kept-form-store.server";
import { prevIdOf, userDigestOf } from "./return-cookie.server";
import type { Notice } from "./session-record.server";
import {
  isSameText,
  sessionFiles,
  sessionIdOf,
  type LiveSession,
} from "./session-storage.server";

export const keptForms = new KeptFormStore(
  join(settings.SHARED_DIR, "kept-forms"),
);

/** Secrets are typed anew. */
const SECRET = /pass(word|phrase|code)?|pwd|secret|token/i;

/** Entries that are back after login, and what the page says of them. */
export interface EntriesBack {
  form: FormData;
  notice: Notice;
}

/**
 * Keeps what was posted in a session that is over, until its user has logged in again (decision 22); returns the id to
 * come back with. Null, and nothing is stored, for anybody but the browser of that session with a form of its own:
 * strangers store nothing here. `userId` is whose session it was; where it is gone, the browser's last user counts.
 */
export async function keepForm(
  request: Request,
  form: FormData,
  userId: string | null,
  { isAfterFault = false } = {},
): Promise<string | null> {
  const sessionId = await sessionIdOf(request);
  if (sessionId === null || !isCsrfToken(sessionId, form.get(CSRF_FIELD))) {
    return null;
  }
  const owner =
    userId === null ? await prevIdOf(request) : userDigestOf(userId);
  if (owner === null) return null;
  const fields = entriesOf(form);
  try {
    const path = pathOf(request);
    const kept = { owner, path, fields, isAfterFault };
    return await keptForms.keep(sessionId, kept);
  } catch (error) {
    // The way to login is open all the same.
    log.error({ event: "kept_form.failed", err: error });
    return null;
  }
}

/**
 * As {@link keepForm}, in a session that goes on: its next page of that form has the entries, also without scripts, where
 * the error page has taken the form away.
 */
export async function keepFormAfterFault(
  request: Request,
  form: FormData,
  session: LiveSession,
): Promise<void> {
  const { id, record } = session;
  const keptForm = await keepForm(request, form, record.user.id, {
    isAfterFault: true,
  });
  if (keptForm === null) return;
  await sessionFiles.updateIfPossible(id, (newest) => ({
    ...newest,
    keptForm,
  }));
}

/** What was kept under an id, for its owner on its page, once; it stays where it is for anybody and anywhere else. */
export async function takeKeptForm(
  request: Request,
  id: string,
  userId: string,
): Promise<EntriesBack | null> {
  const kept = await keptForms.find(id);
  if (!kept || !isSameText(kept.owner, userDigestOf(userId))) return null;
  if (kept.path !== pathOf(request)) return null;
  // Of two pages that open at once, one has it.
  if (!(await keptForms.drop(id))) return null;
  return {
    form: formOf(kept),
    notice: {
      tone: "info",
      text: kept.isAfterFault
        ? sessionMessages.unsavedIsBack
        : sessionMessages.unsentIsBack,
    },
  };
}

function entriesOf(form: FormData): KeptForm["fields"] {
  return [...form].flatMap(([name, value]): KeptForm["fields"] =>
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
