import { LRUCache } from "lru-cache";
import { refresh } from "~/contract/auth";
import { call } from "~/data/call.server";
import { log } from "~/log.server";
import { claimsOf, tokenEndOf, viewerOf } from "./claims.server";
import type { SessionRecord } from "./session-record.server";
import { sessionFiles, type LiveSession } from "./session-storage.server";

/** A token with less than this left is renewed before a page's calls. */
const RENEW_BEFORE_MS = 10 * 60_000;

/** After a refusal the live token is used on for this long before the host is asked again. */
const RETRY_AFTER_MS = 20_000;

const inFlight = new Map<string, Promise<SessionRecord | null>>();
const refused = new LRUCache<string, true>({ max: 1_000, ttl: RETRY_AFTER_MS });

/**
 * The session with a token that will last for this page; null when the token is dead and cannot be renewed.
 * However many requests of a session ask at once, the host is asked once.
 */
export async function withLastingToken(
  session: LiveSession,
  requestId: string,
): Promise<LiveSession | null> {
  const { id, record } = session;
  if (isLasting(record)) return session;
  let flight = inFlight.get(id);
  if (!flight) {
    flight = renew(id, requestId).finally(() => inFlight.delete(id));
    inFlight.set(id, flight);
  }
  const renewed = await flight;
  return renewed && isAlive(renewed) ? { id, record: renewed } : null;
}

function isLasting(record: SessionRecord): boolean {
  return record.tokenEndsAt - Date.now() >= RENEW_BEFORE_MS;
}

function isAlive(record: SessionRecord): boolean {
  return record.tokenEndsAt > Date.now();
}

async function renew(
  id: string,
  requestId: string,
): Promise<SessionRecord | null> {
  return sessionFiles.update(id, async (record) => {
    // The record may have been read before another request renewed it.
    if (isLasting(record)) return null;
    if (isAlive(record) && refused.has(id)) return null;
    const renewed = await renewedRecord(record, requestId);
    if (!renewed) refused.set(id, true);
    return renewed;
  });
}

async function renewedRecord(
  record: SessionRecord,
  requestId: string,
): Promise<SessionRecord | null> {
  const outcome = await call(
    refresh,
    {},
    { token: record.token, refreshToken: record.refreshToken, requestId },
  );
  if (outcome.kind !== "data") {
    log.warn({ event: "session.renew_failed", request_id: requestId });
    return null;
  }
  const { token, refresh_token, timeout } = outcome.answer.data;
  const replaced = replaceToken(record, token, timeout);
  return replaced && refresh_token
    ? { ...replaced, refreshToken: refresh_token }
    : replaced;
}

/**
 * The record with a newer token, and the viewer that its claims name. Null for a token that is not the
 * contract's, is somebody else's, or ends before the one at hand.
 */
export function replaceToken(
  record: SessionRecord,
  token: string,
  timeout?: string,
): SessionRecord | null {
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
