import { redirect } from "@remix-run/node";
import { paths } from "~/paths";
import { endedChallengeCookie } from "./challenge-cookie.server";
import { endAtHost, endEverywhere } from "./end-session.server";
import { landingPathFor } from "./landing.server";
import { endedOrganisationCookie } from "./organisation-cookie.server";
import { findReturnTarget, rememberUser } from "./return-cookie.server";
import type { SessionRecord } from "./session-record.server";
import {
  findSession,
  sessionCookieOf,
  sessionStore,
} from "./session-storage.server";

interface BegunSession {
  headers: Headers;
  target: string;
}

export async function openSession(
  request: Request,
  record: SessionRecord,
): Promise<Response | null> {
  const begun = await beginSession(request, record);
  return begun && redirect(begun.target, { headers: begun.headers });
}

/**
 * Null if no session can be stored. Ends the browser's old session and its pending sign-ins, and finds the remembered
 * page or the landing page (R128).
 */
export async function beginSession(
  request: Request,
  record: SessionRecord,
): Promise<BegunSession | null> {
  const old = await findSession(request);
  if (old) await endEverywhere(old, request);
  let id: string;
  try {
    id = await sessionStore.create(record);
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    await endAtHost(record, request);
    return null;
  }
  const userId = record.user.id;
  // What another tab has open of the user's own session is kept under it. That of somebody else is not theirs.
  const isOwn = old !== null && old.record.user.id === userId;
  const left = isOwn ? { sessionId: old.id, page: null } : null;
  const headers = new Headers();
  for (const cookie of [
    await sessionCookieOf(id),
    await rememberUser(request, userId, left),
    await endedChallengeCookie(request),
    await endedOrganisationCookie(request),
  ]) {
    if (cookie !== null) headers.append("Set-Cookie", cookie);
  }
  const target =
    (await findReturnTarget(request, userId)) ??
    landingPathFor(record.user.viewer) ??
    paths.home;
  return { headers, target };
}
