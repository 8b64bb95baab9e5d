import { json, redirect } from "@remix-run/node";
import { clientAddressOf, requestIdOf } from "~/data/request-context.server";
import { logout } from "~/contract/auth";
import { call } from "~/data/call.server";
import { settings } from "~/env.server";
import { paths } from "~/paths";
import { signInPaths } from "~/sign-in-paths";
import { keepForm } from "./kept-forms.server";
import {
  endedOrganisationCookie,
  keptStepCookie,
} from "./organisation-cookie.server";
import { isForPage, rememberPath, rememberUser } from "./return-cookie.server";
import { credentialsOf } from "./usable-session.server";
import type { SessionRecord } from "./session-record.server";
import {
  expiredSessionCookie,
  sessionStore,
  type LiveSession,
} from "./session-storage.server";
import { STORE_IS_AWAY } from "./store-trouble.server";

/** The logout is already done here; the API host's part may take no longer. */
const LOGOUT_DEADLINE_MS = 2_000;

/** `ended` is the session that this closes; `form` is what was posted, and is kept until after login. */
export async function loginRedirect(
  request: Request,
  ended: LiveSession | null,
  form?: FormData,
): Promise<Response> {
  const headers = new Headers();
  const userId = ended?.record.user.id ?? null;
  if (form) await keepForm(request, form, userId);
  if (ended || isForPage(request)) {
    headers.append("Set-Cookie", await rememberPath(request, userId));
  }
  if (ended) {
    await sessionStore.destroy(ended.id);
    headers.append("Set-Cookie", await expiredSessionCookie());
  }
  return redirect(paths.login, { headers });
}

/**
 * Ends a session here and at the API host, and leads to login (R133). `from` is the page open at the timeout. A
 * logout by choice returns to `page` without filters, through the organisation's login if the session began there.
 */
export async function logOut(
  request: Request,
  session: LiveSession | null,
  from: string | null,
  page: string | null = null,
): Promise<Response> {
  const headers = new Headers();
  const userId = session?.record.user.id ?? null;
  if (from !== null) {
    headers.append("Set-Cookie", await rememberPath(request, userId, from));
  } else if (session) {
    headers.append(
      "Set-Cookie",
      await rememberUser(request, session.record.user.id, {
        sessionId: session.id,
        page,
      }),
    );
  }
  if (session) {
    const isForgotten = await endEverywhere(session, request);
    headers.append("Set-Cookie", await expiredSessionCookie());
    if (!isForgotten) throw notForgotten(headers);
    const leaveAt = session.record.organisation?.leaveAt ?? null;
    // Skipped if organisation accounts have been switched off since.
    if (from === null && leaveAt !== null && settings.OIDC_NAME) {
      const step = { step: "leave", address: leaveAt } as const;
      const held = await keptStepCookie(step).catch(() => null);
      if (held === null) throw notForgotten(headers);
      headers.append("Set-Cookie", held);
      return redirect(signInPaths.leaveOrganisation, { headers });
    }
  }
  // The page timed out without a session: another page may be signing in.
  const isByTime = session === null && from !== null;
  const ended = isByTime ? null : await endedOrganisationCookie(request);
  if (ended !== null) headers.append("Set-Cookie", ended);
  return redirect(paths.login, { headers });
}

/** The browser is logged out, and so is the session at this portal; a copy of its cookie may be good at another one. */
function notForgotten(headers: Headers): Response {
  return json({ message: STORE_IS_AWAY }, { status: 503, headers });
}

/** Ignores a failure at the host. False if the database cannot forget the session now. */
export async function endEverywhere(
  { id, record }: LiveSession,
  request: Request,
): Promise<boolean> {
  const isForgotten = await sessionStore.destroy(id);
  await endAtHost(record, request);
  return isForgotten;
}

export async function endAtHost(
  record: SessionRecord,
  request: Request,
): Promise<void> {
  await call(
    logout,
    {},
    {
      ...credentialsOf(record),
      requestId: requestIdOf(request),
      clientAddress: clientAddressOf(request),
      deadlineMs: LOGOUT_DEADLINE_MS,
    },
  );
}
