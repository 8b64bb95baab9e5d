import { LRUCache } from "lru-cache";
import type { CallFailure } from "~/data/call.server";
import { log } from "~/log.server";

/** It is asked beside each page, which does not wait longer for it. */
const DEADLINE_MS = 1_500;
const KEPT_MS = 60_000;
const RETRY_AFTER_MS = 30_000;

interface Known<Answer> {
  /** Null while the host, which has just failed, is left alone. */
  answer: Answer | null;
  keptMs: number;
}

type Ask<Answer> = (options: {
  deadlineMs: number;
}) => Promise<Answer | null | CallFailure>;

export interface KeptAnswer<Answer> {
  /** Asks at most once a minute; `key` begins with the session id. Logs a failure and returns null. */
  find(key: string, ask: Ask<Answer>): Promise<Answer | null>;
  /** Also drops results of calls under way, which may be outdated. */
  forget(id: string): void;
}

export function keptAnswer<Answer extends number | object>(
  name: string,
): KeptAnswer<Answer> {
  // The cache does not list these keys.
  const underWay = new Set<{ key: string }>();
  const known = new LRUCache<string, Known<Answer>, Ask<Answer>>({
    max: 10_000,
    // Whoever asked before a session was forgotten still gets the answer; it is not kept.
    ignoreFetchAbort: true,
    async fetchMethod(key, _before, { options, context: ask }) {
      const one = { key };
      underWay.add(one);
      try {
        const found = await load(name, ask);
        options.ttl = found.keptMs;
        return found;
      } finally {
        underWay.delete(one);
      }
    },
  });
  return {
    async find(key, ask) {
      return (await known.forceFetch(key, { context: ask })).answer;
    },
    forget(id) {
      const asked = [...underWay].map(({ key }) => key);
      for (const key of [...known.keys(), ...asked]) {
        if (` ${key} `.includes(` ${id} `)) known.delete(key);
      }
    },
  };
}

async function load<Answer extends number | object>(
  name: string,
  ask: Ask<Answer>,
): Promise<Known<Answer>> {
  const found = await ask({ deadlineMs: DEADLINE_MS });
  if (isFailure(found)) {
    const { status, reason } = found;
    log.warn({ event: `${name}.failed`, status, reason });
    return { answer: null, keptMs: RETRY_AFTER_MS };
  }
  return { answer: found, keptMs: KEPT_MS };
}

function isFailure(found: unknown): found is CallFailure {
  return (
    typeof found === "object" &&
    found !== null &&
    "kind" in found &&
    found.kind === "failure"
  );
}
