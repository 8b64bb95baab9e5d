import { createHmac, timingSafeEqual } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { endpointPath } from "~/contract/endpoint";
import { getQiesFile } from "~/contract/qies-reports";

/** How long a link to a finished report works. */
const LINK_SECONDS = 5 * 60;

interface LinkOf {
  reportId: number;
  userId: number;
}

/** Path of a finished report's file on this host, for this user, for five minutes from `now`. */
export function reportLink(key: KeyObject, of: LinkOf, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + LINK_SECONDS;
  return endpointPath(
    getQiesFile,
    { id: of.reportId },
    { expires, signature: signatureOf(key, of, expires).toString("base64url") },
  );
}

/** True where {@link reportLink} made that link for this report and user, and its time has not run out. */
export function isGoodLink(
  key: KeyObject,
  of: LinkOf,
  link: { expires: number; signature: string },
  now: Date,
): boolean {
  const expected = signatureOf(key, of, link.expires);
  const given = Buffer.from(link.signature, "base64url");
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    now.getTime() < link.expires * 1000
  );
}

function signatureOf(
  key: KeyObject,
  { reportId, userId }: LinkOf,
  expires: number,
): Buffer {
  return createHmac("sha256", key)
    .update(`report ${reportId} user ${userId} expires ${expires}`)
    .digest();
}
