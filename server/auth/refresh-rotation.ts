import {
  type KeyObject,
  createHash,
  createHmac,
  timingSafeEqual,
} from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import {
  findSession,
  rotateRefreshHash,
  type SessionRow,
} from "./session-rows";

/** A refresh token is accepted this long after its replacement, for concurrent requests. */
const REPLACED_TOKEN_GRACE_MS = 10_000;

/**
 * Tokens are `<number>.<MAC of session and number>`: a lost answer yields the same successor, so the sequence never
 * forks. The MAC separates replaced tokens from forged ones.
 */
export function makeRefreshToken(
  sessionId: string,
  number: number,
  key: KeyObject,
): string {
  const mac = createHmac("sha256", key)
    .update(`${sessionId}.${number}`)
    .digest("base64url");
  return `${number}.${mac}`;
}

/** The number of a refresh token of this session; null for any other text. */
function numberOfRefreshToken(
  token: string,
  sessionId: string,
  key: KeyObject,
): number | null {
  const digits = /^(\d{1,9})\.[\w-]{43}$/.exec(token)?.[1];
  if (digits === undefined) return null;
  const number = Number(digits);
  const genuine = Buffer.from(makeRefreshToken(sessionId, number, key));
  const given = Buffer.from(token);
  return given.length === genuine.length && timingSafeEqual(given, genuine)
    ? number
    : null;
}

export function hashRefreshToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** The token to use next; "unknown" if it is not this session's, "replayed" if it was replaced a while ago. */
export async function rotateRefreshToken(
  db: Kysely<Schema>,
  { id, row }: { id: string; row: SessionRow },
  presented: string,
  key: KeyObject,
  now: Date,
): Promise<{ refreshToken: string } | "unknown" | "replayed"> {
  const number = numberOfRefreshToken(presented, id, key);
  if (number === null) return "unknown";
  const successor = makeRefreshToken(id, number + 1, key);
  const hashes = {
    presented: hashRefreshToken(presented),
    next: hashRefreshToken(successor),
  };
  if (row.refresh_hash !== hashes.presented) {
    return wasJustReplaced(row, hashes.presented, now)
      ? { refreshToken: successor }
      : "replayed";
  }
  // Keep it for a moment, or a slower request with the previous token would look like a replay.
  if (isJustRotated(row, now)) return { refreshToken: presented };
  if (await rotateRefreshHash(db, id, hashes, now.toISOString())) {
    return { refreshToken: successor };
  }
  const changed = await findSession(db, id);
  return changed && wasJustReplaced(changed, hashes.presented, now)
    ? { refreshToken: successor }
    : "unknown";
}

function wasJustReplaced(row: SessionRow, hash: string, now: Date): boolean {
  return (
    row.revoked_at === null &&
    row.previous_refresh_hash === hash &&
    isJustRotated(row, now)
  );
}

function isJustRotated(row: SessionRow, now: Date): boolean {
  return (
    row.previous_refresh_hash !== null &&
    now.getTime() - Date.parse(row.rotated_at) < REPLACED_TOKEN_GRACE_MS
  );
}
