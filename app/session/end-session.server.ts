import { redirect } from "@remix-run/node";
import { logout } from "~/contract/auth";
import { call } from "~/data/call.server";
import { paths } from "~/paths";
import { forgetOrganization } from "./organization.server";
import { rememberPath, rememberUser } from "./return-cookie.server";
import {
  expiredSessionCookie,
  sessionFiles,
  type LiveSession,
} from "./session-storage.server";

/** A logout has done its part here already; nobody waits longer than this for the API host's. */
const LOGOUT_DEADLINE_MS = 2_000;

/** Answer that leads to login and comes back after it; `ended` is the session that this closes, if any. */
export async function loginRedirect(
  request: Request,
  ended: LiveSession | null,
): Promise<Response> {
  const headers = new Headers();
  headers.append(
    "Set-Cookie",
    await rememberPath(request, ended?.record.user.id ?? null),
  );
  if (ended) {
    await closeSession(ended.id);
    headers.append("Set-Cookie", await expiredSessionCookie());
  }
  return redirect(paths.login, { headers });
}

/** Ends a session here and at the API host, and leads to login (shell spec §4). */
export async function logOut(
  session: LiveSession,
  requestId: string,
): Promise<Response> {
  await endEverywhere(session, requestId);
  const headers = new Headers();
  headers.append("Set-Cookie", await rememberUser(session.record.user.id));
  headers.append("Set-Cookie", await expiredSessionCookie());
  return redirect(paths.login, { headers });
}

/** Ends a session here and at the API host; a host that does not take it is no failure of ours. */
export async function endEverywhere(
  { id, record }: LiveSession,
  requestId: string,
): Promise<void> {
  await closeSession(id);
  await call(
    logout,
    {},
    { token: record.token, requestId, deadlineMs: LOGOUT_DEADLINE_MS },
  );
}

/** Deletes a session's file and what is kept in memory for it. */
export async function closeSession(id: string): Promise<void> {
  await sessionFiles.destroy(id);
  forgetOrganization(id);
}
