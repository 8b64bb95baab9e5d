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

type AskUnread = (
  target: typeof getUnreadAlerts,
  input: object,
  options: { deadlineMs: number },
) => Promise<Outcome<z.infer<typeof getUnreadAlerts.answer>>>;

const known = new LRUCache<string, Known, AskUnread>({
  max: 10_000,
  // Whoever asked before a session was forgotten still gets the answer; it is not kept.
  ignoreFetchAbort: true,
  async fetchMethod(_sessionId, _before, { options, context: ask }) {
    const found = await load(ask);
    options.ttl = found.keptMs;
    return found;
  },
});

/**
 * How many after-hours notes a physician has not read, asked at most once a minute and session; null where that could not
 * be had, which is only logged (R155).
 */
export async function findUnreadAlerts(
  sessionId: string,
  ask: AskUnread,
): Promise<number | null> {
  return (await known.forceFetch(sessionId, { context: ask })).unread;
}

/**
 * Forgets the count of a session that ends, or that has marked notes as read. What a call under way says of it is too old
 * to be kept by then.
 */
export function forgetUnreadAlerts(sessionId: string): void {
  known.delete(sessionId);
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
