import type { CallFailure } from "~/data/call.server";
import { ENOUGH_EXPORTS, EXPORTS_PER_USER } from "~/domain/lists/export-limits";

/** Downloads under way by session: connections to an API host are few, and one person must not take them all. */
const underway = new Map<string, number>();

/** What a download too many is answered with, as a host would. */
export const ENOUGH_DOWNLOADS: CallFailure = {
  kind: "failure",
  status: 429,
  message: ENOUGH_EXPORTS,
  reason: "host",
};

/** Begins a download of a session; returns what to call once it has ended, or null where enough are under way. */
export function beginDownload(sessionId: string): (() => void) | null {
  const count = underway.get(sessionId) ?? 0;
  if (count >= EXPORTS_PER_USER) return null;
  underway.set(sessionId, count + 1);
  return () => {
    const left = (underway.get(sessionId) ?? 1) - 1;
    if (left > 0) underway.set(sessionId, left);
    else underway.delete(sessionId);
  };
}
