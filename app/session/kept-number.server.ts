import { LRUCache } from "lru-cache";
import type { CallFailure } from "~/data/call.server";
import { log } from "~/log.server";

/** It is asked beside each page, which does not wait longer for it. */
const DEADLINE_MS = 1_500;
const KEPT_MS = 60_000;
const RETRY_AFTER_MS = 30_000;

interface Known {
  /** Null while the host, which has just failed, is left alone. */
  number: number | null;
  keptMs: number;
}

/** Asks for the number within a deadline; null where there is none. */
type AskNumber = (options: {
  deadlineMs: number;
}) => Promise<number | null | CallFailure>;

/** A number that the frame of each page tells of a session's user. */
export interface KeptNumber {
  /** Asked at most once a minute and session; null where it could not be had, which is only logged. */
  find(sessionId: string, ask: AskNumber): Promise<number | null>;
  /** Forgets the number of a session; what a call under way says of it is too old to be kept by then. */
  forget(sessionId: string): void;
}

/** @param name begins the name of the log line of a failure */
export function keptNumber(name: string): KeptNumber {
  const known = new LRUCache<string, Known, AskNumber>({
    max: 10_000,
    // Whoever asked before a session was forgotten still gets the answer; it is not kept.
    ignoreFetchAbort: true,
    async fetchMethod(_sessionId, _before, { options, context: ask }) {
      const found = await load(name, ask);
      options.ttl = found.keptMs;
      return found;
    },
  });
  return {
    async find(sessionId, ask) {
      return (await known.forceFetch(sessionId, { context: ask })).number;
    },
    forget: (sessionId) => void known.delete(sessionId),
  };
}

async function load(name: string, ask: AskNumber): Promise<Known> {
  const found = await ask({ deadlineMs: DEADLINE_MS });
  if (typeof found === "number" || found === null) {
    return { number: found, keptMs: KEPT_MS };
  }
  const { status, reason } = found;
  log.warn({ event: `${name}.failed`, status, reason });
  return { number: null, keptMs: RETRY_AFTER_MS };
}
