import { json } from "@remix-run/node";

/** `message` are the API host's own words; without them the error page shows its own text (R19). */
export function pageError(status: number, message?: string): Response {
  return json({ message: message ?? null }, { status });
}
