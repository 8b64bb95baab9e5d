import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { getUnreadAlerts } from "~/contract/physicianalerts";
import type { Outcome } from "~/data/call.server";
import { log } from "~/log.server";

/** It is asked beside each page, which does not wait longer for it. */
const DEADLINE_MS = 1_500;
const KEPT_MS = 60_000;
const RETRY_AFTER_MS = 30_000;

interface Known {
  /** Null while the host, which has just failed, is left alone. */
  unread: number | null;
  keptMs: number;
}

const known = new LRUCache<string, Known>({ max: 10_000 });
const asking = new Map<string, Promise<Known>>();

type AskUnread = (
  target: typeof getUnreadAlerts,
  input: object,
  options: { deadlineMs: number },
) => Promise<Outcome<z.infer<typeof getUnreadAlerts.answer>>>;

/**
 * How many after-hours notes a physician has not read, asked at most once a minute and session; null where that could not
 * be had, which is only logged (R155).
 */
export async function findUnreadAlerts(
  sessionId: string,
  ask: AskUnread,
): Promise<number | null> {
  const kept = known.get(sessionId);
  if (kept) return kept.unread;
  const found = asking.get(sessionId) ?? askAnew(sessionId, ask);
  return (await found).unread;
}

/**
 * Forgets the count of a session that ends, or that has marked notes as read. What a call under way says of it is too old
 * to be kept by then.
 */
export function forgetUnreadAlerts(sessionId: string): void {
  known.delete(sessionId);
  asking.delete(sessionId);
}

async function askAnew(sessionId: string, ask: AskUnread): Promise<Known> {
  const asked = load(ask);
  asking.set(sessionId, asked);
  const isNewest = () => asking.get(sessionId) === asked;
  try {
    const found = await asked;
    if (isNewest()) known.set(sessionId, found, { ttl: found.keptMs });
    return found;
  } finally {
    if (isNewest()) asking.delete(sessionId);
  }
}

async function load(ask: AskUnread): Promise<Known> {
  const options = { deadlineMs: DEADLINE_MS };
  const outcome = await ask(getUnreadAlerts, {}, options);
  if (outcome.kind === "failure") {
    const { status, reason } = outcome;
    log.warn({ event: "unread_alerts.failed", status, reason });
    return { unread: null, keptMs: RETRY_AFTER_MS };
  }
  const unread = outcome.kind === "data" ? outcome.answer.data.unread : null;
  return { unread, keptMs: KEPT_MS };
}
