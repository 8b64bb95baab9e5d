import { isDevelopment } from "~/env.server";

/**
 * Header by which a page's loader names the one origin that it frames, checked by `frameOriginOf`. It becomes part of the
 * document's policy and is sent to nobody.
 */
export const FRAME_ORIGIN_HEADER = "X-Frame-Origin";

/**
 * The content security policy of a document: its own files and the scripts and styles that carry its nonce, and frames of
 * one other origin where a page has such a frame.
 */
export function contentSecurityPolicy(
  nonce: string,
  frameOrigin: string | null = null,
): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ...(frameOrigin === null ? [] : [`frame-src ${frameOrigin}`]),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
  ].join("; ");
}
