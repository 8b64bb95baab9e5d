import { isDevelopment } from "~/env.server";

/** What a page may frame, for the document's policy; sent to nobody. */
export const FRAME_SOURCES_HEADER = "X-Frame-Sources";

/**
 * Forms go to this site and to `formTargets`. Files are allowed by origin, not by 'strict-dynamic': V8 before 9.5
 * remembers a module with the nonce of the first document, and refuses what a later one imports.
 */
export function contentSecurityPolicy(
  nonce: string,
  frameSources: string | null = null,
  formTargets: readonly string[] = [],
): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ...(frameSources === null ? [] : [`frame-src ${frameSources}`]),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...formTargets].join(" "),
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
  ].join("; ");
}
