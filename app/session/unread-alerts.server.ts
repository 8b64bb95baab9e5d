import { LRUCache } from "lru-cache";
import type { z } from "zod";
import { getUnreadAlerts } from "~/contract/physicianalerts";
import type { Outcome } from "~/data/call.server";
import { log } from "~/log.server";

/** It is asked beside each page, which does not wait longer for it. */
const DEADLINE_MS = 1_500;
const KEPT_MS = 60_000;
const RETRY_AFTER_MS = 30_000;

/** Null while the host, which has just failed, is left alone. */
interface Known {
  unread: number | null;
}

const known = new LRUCache<string, Known>({ max: 10_000, ttl: KEPT_MS });
const asking = new Map<string, Promise<Known>>();

type AskUnread = (
  target: typeof getUnreadAlerts,
  input: object,
  options: { deadlineMs: number },
) => Promise<Outcome<z.infer<typeof getUnreadAlerts.answer>>>;

/**
 * How many after-hours notes a physician has not read, asked at most once a minute and session; null where that could not
 * be had, which is only logged (shell spec §8).
 */
export async function findUnreadAlerts(
  sessionId: string,
  ask: AskUnread,
): Promise<number | null> {
  let found: Known | Promise<Known> | undefined =
    known.get(sessionId) ?? asking.get(sessionId);
  if (!found) {
    found = load(sessionId, ask).finally(() => asking.delete(sessionId));
    asking.set(sessionId, found);
  }
  return (await found).unread;
}

/** Forgets the count of a session that ends. */
export function forgetUnreadAlerts(sessionId: string): void {
  known.delete(sessionId);
}

async function load(sessionId: string, ask: AskUnread): Promise<Known> {
  const options = { deadlineMs: DEADLINE_MS };
  const outcome = await ask(getUnreadAlerts, {}, options);
  const isFailure = outcome.kind === "failure";
  if (isFailure) {
    const { status, reason } = outcome;
    log.warn({ event: "unread_alerts.failed", status, reason });
  }
  const found = {
    unread: outcome.kind === "data" ? outcome.answer.data.unread : null,
  };
  known.set(sessionId, found, { ttl: isFailure ? RETRY_AFTER_MS : KEPT_MS });
  return found;
}
