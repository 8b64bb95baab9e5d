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

/** A refresh token that was just replaced is still taken, for requests sent at the same time. */
const REPLACED_TOKEN_GRACE_MS = 10_000;

/** The refresh token to go on with; or the one sent is none of this session's, or one replaced some time ago. */
export type Rotation =
  | { verdict: "go-on"; refreshToken: string }
  | { verdict: "unknown" }
  | { verdict: "replayed" };

/**
 * Refresh tokens of a session form one line, `<number>.<MAC of session and number>`. A client whose answer got
 * lost, or which asked twice at once, is given the same successor again, so that no second line can begin; and a
 * token of ours that has been replaced can be told from one that somebody made up.
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

/** The number of a refresh token that we made for this session; null for any other text. */
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

export async function rotateRefreshToken(
  db: Kysely<Schema>,
  session: { id: string; row: SessionRow },
  presented: string,
  key: KeyObject,
  now: Date,
): Promise<Rotation> {
  const { id, row } = session;
  const number = numberOfRefreshToken(presented, id, key);
  if (number === null) return { verdict: "unknown" };
  const successor = makeRefreshToken(id, number + 1, key);
  const hashes = {
    presented: hashRefreshToken(presented),
    next: hashRefreshToken(successor),
  };

  if (row.refresh_hash !== hashes.presented) {
    return wasJustReplaced(row, hashes.presented, now)
      ? { verdict: "go-on", refreshToken: successor }
      : { verdict: "replayed" };
  }
  // Kept for a moment, so that a slower request with the one before it is not taken for a replay.
  if (isJustRotated(row, now)) {
    return { verdict: "go-on", refreshToken: presented };
  }
  if (await rotateRefreshHash(db, id, hashes, now.toISOString())) {
    return { verdict: "go-on", refreshToken: successor };
  }
  const changed = await findSession(db, id);
  return changed && wasJustReplaced(changed, hashes.presented, now)
    ? { verdict: "go-on", refreshToken: successor }
    : { verdict: "unknown" };
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
