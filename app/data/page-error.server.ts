import { json } from "@remix-run/node";

/**
 * A Response to throw that replaces the page with the error page. `message` are the API host's own words;
 * the error page shows its own text where there are none (R19).
 */
export function pageError(status: number, message?: string): Response {
  return json({ message: message ?? null }, { status });
}
