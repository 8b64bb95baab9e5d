import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { z } from "zod";
import { pageError } from "~/data/page-error.server";
import { requestIdOf } from "~/data/request-context.server";
import { apiHost } from "~/data/upstream.server";
import { REFRESH_ERROR } from "~/features/sign-in/rules/session-clock";
import { findSessionOf } from "~/http/guarded-form.server";
import { readForm } from "~/http/read-form.server";
import { keepUnsentForms } from "~/session/kept-forms.server";
import {
  remainingOf,
  remainingOfSession,
  type Remaining,
} from "~/session/remaining.server";
import { renewToken } from "~/session/renew-token.server";
import { usableSession } from "~/session/usable-session.server";
import {
  sessionStore,
  type LiveSession,
} from "~/session/session-storage.server";

/** `stay` also asks for a new token (R138). */
const intents = z.enum(["active", "stay"]);

/** Unsent forms of a page at the end of its session (decision 16). */
const UNSENT = "unsent";

/** Does not prolong the session. */
export async function loader({ request }: LoaderFunctionArgs) {
  return answer(await remainingOf(request));
}

/** Prolongs the session without a new page. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  if (form.get("intent") === UNSENT) {
    await keepUnsentForms(request, form);
    return new Response(null, { status: 204, headers: NO_STORE });
  }
  const session = await findSessionOf(request, form);
  const intent = intents.safeParse(form.get("intent"));
  if (!intent.success) throw pageError(400);
  if (!session) return answer(await remainingOf(request));
  if (intent.data === "stay") {
    if (!(await isProlonged(session, request))) return refreshFailed(session);
  } else if (!(await usableSession(session, request))) {
    await sessionStore.destroy(session.id);
  }
  await sessionStore.touch(session);
  return answer(await remainingOfSession(session.id));
}

/** An API host gives a new token; the data server in this process needs none, and says whether the session is good. */
async function isProlonged(
  session: LiveSession,
  request: Request,
): Promise<boolean> {
  if (apiHost) return renewToken(session, requestIdOf(request));
  const usable = await usableSession(session, request);
  return usable !== null && usable.trouble === null;
}

async function refreshFailed({ id }: LiveSession) {
  const remaining = await remainingOfSession(id);
  return json(
    { ...remaining, error: REFRESH_ERROR },
    { status: 502, headers: NO_STORE },
  );
}

const NO_STORE = { "Cache-Control": "no-store" };

function answer(remaining: Remaining) {
  return json(remaining, { headers: NO_STORE });
}
