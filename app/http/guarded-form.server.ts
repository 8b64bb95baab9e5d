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

/** A form that is about its session, and the bare session; null where that has ended already. */
export async function findSessionByForm(
  request: Request,
): Promise<{ form: FormData; session: LiveSession | null }> {
  const form = await readForm(request);
  return { form, session: await findSessionOf(request, form) };
}

/** The session that a guarded form is about; 403 where it bears the token of another one. */
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
 * As {@link findSessionByForm}, for the form of a page. One of the user's session before, left open in another tab, is kept,
 * and this throws the way to its page, which has the entries.
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
 * Reads and checks the form of a signed-in user's action. If the session is over, it stores the entries on the server and
 * throws the redirect to login: they come back when the same user has logged in (decision 16). A form of the user's previous
 * session is stored too, and this throws a 303 to its page. The loader of that page fills the form again, and the form says
 * so in an `UnsentLine`:
 *
 *     const kept = await signedIn.takeKeptForm();
 *     return { values: valuesOf(kept?.form ?? new FormData()), unsent: kept?.unsent ?? null };
 *
 * Pages that restore nothing add `notSentNotice` to their `notices`. `fileField` is the field that may hold a file, see
 * {@link readForm}.
 */
export async function requireUserByForm(
  request: Request,
  fileField: string | null = null,
): Promise<{ form: FormData; signedIn: SignedIn }> {
  const { form } = await findSessionByPageForm(request, fileField);
  return { form, signedIn: await requireScreen(request, form) };
}

/**
 * Answers a form that somebody has typed much into, as {@link requireUserByForm} has it. Where the answer is an error page of
 * the server's own, as when the API host is away, the entries are kept too, and come back with the page of the form.
 */
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
