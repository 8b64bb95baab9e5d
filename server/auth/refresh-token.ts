import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { KeyObject } from "node:crypto";

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
export function numberOfRefreshToken(
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

/** The form in which a refresh token is stored. */
export function hashRefreshToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
