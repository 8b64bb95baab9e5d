import { redirect } from "@remix-run/node";
import { pageError } from "~/data/page-error.server";
import { CSRF_FIELD, isCsrfToken } from "~/session/csrf-token.server";
import { safeRedirectTarget } from "~/session/redirect-target.server";
import { dropKeptForm, keepForm } from "~/session/kept-forms.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import {
  findSession,
  type LiveSession,
} from "~/session/session-storage.server";
import { readForm } from "./read-form.server";

/** Null if the session has ended already. */
export async function findSessionByForm(
  request: Request,
): Promise<{ form: FormData; session: LiveSession | null }> {
  const form = await readForm(request);
  return { form, session: await findSessionOf(request, form) };
}

/** 403 if the form has the token of another session. */
export async function findSessionOf(
  request: Request,
  form: FormData,
): Promise<LiveSession | null> {
  const session = await findSession(request);
  if (session && !isCsrfToken(session.id, form.get(CSRF_FIELD))) {
    throw pageError(403);
  }
  return session;
}

/**
 * Keeps the form of the user's earlier session, left open in another tab, and redirects to its page, which has the
 * entries.
 */
async function findSessionByPageForm(
  request: Request,
  fileField: string | null = null,
) {
  const form = await readForm(request, fileField);
  try {
    return { form, session: await findSessionOf(request, form) };
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 403) throw error;
    const { pathname, search } = new URL(request.url);
    const page = safeRedirectTarget(pathname + search);
    if (page === null || !(await keepForm(request, form, null))) throw error;
    throw redirect(page, 303);
  }
}

/**
 * Stores the entries if the session is over, or if the form is of the user's earlier session, and throws the redirect
 * to login or to the page (decision 16). The page's loader takes them by `signedIn.takeKeptForm`, and the form shows
 * an `UnsentLine`. Pages that restore nothing add `notSentNotice` to their `notices`. `fileField` may hold a file.
 */
export async function requireUserByForm(
  request: Request,
  fileField: string | null = null,
): Promise<{ form: FormData; signedIn: SignedIn }> {
  const { form } = await findSessionByPageForm(request, fileField);
  return { form, signedIn: await requireScreen(request, form) };
}

/** Also keeps the entries if the answer is an error page of the server's own, as when the API host is away. */
export async function answerUserForm<Answer>(
  request: Request,
  answer: (posted: { form: FormData; signedIn: SignedIn }) => Promise<Answer>,
): Promise<Answer> {
  const { form, session } = await findSessionByPageForm(request);
  try {
    const signedIn = await requireScreen(request, form);
    const answered = await answer({ form, signedIn });
    if (session) await dropKeptForm(request, session.id);
    return answered;
  } catch (error) {
    if (session && error instanceof Response && error.status >= 500) {
      await dropKeptForm(request, session.id);
      await keepForm(request, form, session.record.user.id);
    }
    throw error;
  }
}
