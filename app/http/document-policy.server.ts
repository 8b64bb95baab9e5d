import { isDevelopment } from "~/env.server";

/** The content security policy of a document: its own files and the scripts and styles that carry its nonce. */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
  ].join("; ");
}
