import { isDevelopment } from "~/env.server";

/**
 * Header by which a page's loader names the one origin that it frames, checked by `frameOriginOf`. It becomes part of the
 * document's policy and is sent to nobody.
 */
export const FRAME_ORIGIN_HEADER = "X-Frame-Origin";

/**
 * The content security policy of a document: its own files and the scripts and styles that carry its nonce, and frames of
 * one other origin where a page has such a frame. Forms go to this site, and where `formTargets` name more.
 *
 * Files are allowed by their origin, not by 'strict-dynamic': V8 before 9.5 remembers a module with the nonce of the
 * document that ran it first, so that what a later document imports is refused. Nothing else that the origin serves is
 * taken for a script: `nosniff` holds, and only built files have a script's type.
 */
export function contentSecurityPolicy(
  nonce: string,
  frameOrigin: string | null = null,
  formTargets: readonly string[] = [],
): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ...(frameOrigin === null ? [] : [`frame-src ${frameOrigin}`]),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...formTargets].join(" "),
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
  ].join("; ");
}
