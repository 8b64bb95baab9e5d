import { LRUCache } from "lru-cache";
import { refresh } from "~/contract/auth";
import { call, type CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { log } from "~/log.server";
import { claimsOf, tokenEndOf, viewerOf } from "./claims.server";
import { joinCall } from "./join-call.server";
import type { RecordWithTokens, SessionRecord } from "./session-record.server";
import { sessionStore, type LiveSession } from "./session-storage.server";

/** A token with less than this left is renewed before a page's calls. */
const RENEW_BEFORE_MS = 10 * 60_000;

/** How long the live token is used after a refusal before the host is asked again. */
const RETRY_AFTER_MS = 20_000;

/** Requests in quick succession share a token of this age. */
const STAYS_NEW_MS = 10_000;

const justRenewed = new LRUCache<string, true>({
  max: 1_000,
  ttl: STAYS_NEW_MS,
});
const renewing = new Map<string, ReturnType<typeof renew>>();
const refused = new LRUCache<string, true>({ max: 1_000, ttl: RETRY_AFTER_MS });

/**
 * Null if the token is dead and the host refuses a new one; throws 503 if the host is away. The host is asked once
 * for all requests and portals.
 */
export async function withLastingToken(
  session: LiveSession,
  requestId: string,
): Promise<LiveSession | null> {
  const { id, record } = session;
  if (isLasting(record)) return session;
  // The record may have been read before another request renewed it, and a host that has just refused is left alone.
  const isWanted = (held: SessionRecord) =>
    !isLasting(held) && !(isAlive(held) && refused.has(id));
  const { record: renewed, isHostAway } = await joinCall(renewing, id, () =>
    renew(id, requestId, isWanted),
  ).catch((error: unknown) => {
    // A new token could not be stored, so keep using the current one.
    if (error instanceof Response && isAlive(record)) {
      return { record, isHostAway: false };
    }
    throw error;
  });
  if (renewed && isAlive(renewed)) return { ...session, record: renewed };
  if (renewed && isHostAway) throw pageError(503);
  return null;
}

/** False if the host gives no new token; the session then keeps the old one (R138). */
export async function renewToken(
  { id }: LiveSession,
  requestId: string,
): Promise<boolean> {
  if (justRenewed.has(id)) return true;
  const renewal = joinCall(renewing, id, () => renew(id, requestId));
  return (await renewal).isRenewed;
}

function isLasting(record: SessionRecord): boolean {
  return (
    "token" in record && record.tokenEndsAt - Date.now() >= RENEW_BEFORE_MS
  );
}

function isAlive(record: SessionRecord): boolean {
  return "token" in record && record.tokenEndsAt > Date.now();
}

/** A null record is a session that ended meanwhile; a host that is away has not refused. */
async function renew(
  id: string,
  requestId: string,
  isWanted: (record: SessionRecord) => boolean = () => true,
) {
  let isRenewed = false;
  let isHostAway = false;
  const record = await sessionStore.renew(id, {
    isWanted,
    async ask(held) {
      const answer = await freshTokens(held, requestId);
      isHostAway = answer === "away";
      const fresh = answer === "away" ? null : answer;
      isRenewed = fresh !== null;
      (isRenewed ? justRenewed : refused).set(id, true);
      return fresh;
    },
    changed(newest, { token, timeout, refreshToken }) {
      // A data answer may have brought a longer-lasting token in the meantime.
      if (!("token" in newest)) return newest;
      const renewed = replaceToken(newest, token, timeout) ?? newest;
      return { ...renewed, refreshToken: refreshToken ?? newest.refreshToken };
    },
  });
  return { record, isRenewed, isHostAway };
}

async function freshTokens(held: SessionRecord, requestId: string) {
  if (!("token" in held)) return null;
  const outcome = await call(
    refresh,
    {},
    { token: held.token, refreshToken: held.refreshToken, requestId },
  );
  if (outcome.kind !== "data") {
    log.warn({ event: "session.renew_failed", request_id: requestId });
    return outcome.kind === "failure" && isAway(outcome) ? "away" : null;
  }
  const { token, refresh_token, timeout } = outcome.answer.data;
  return replaceToken(held, token, timeout)
    ? { token, timeout, refreshToken: refresh_token }
    : null;
}

/** An answer of the wrong shape is one all the same. */
function isAway({ status, reason }: CallFailure): boolean {
  return reason !== "shape" && (status >= 500 || status === 429);
}

/** Null for a token that is malformed, another user's, or ends before the current one. */
export function replaceToken(
  record: RecordWithTokens,
  token: string,
  timeout?: string,
): RecordWithTokens | null {
  const claims = claimsOf(token);
  const held = claimsOf(record.token);
  if (!claims || !held) return null;
  if (claims.sub !== held.sub || claims.exp < held.exp) return null;
  return {
    ...record,
    token,
    tokenEndsAt: tokenEndOf(claims, timeout),
    user: { ...record.user, viewer: viewerOf(claims) },
  };
}
