import { LRUCache } from "lru-cache";
import type { Outcome } from "~/data/call.server";
import { log } from "~/log.server";

/** It is asked beside each page, which does not wait longer for it. */
const DEADLINE_MS = 1_500;
const KEPT_MS = 60_000;
const RETRY_AFTER_MS = 30_000;

interface Kept {
  answer: Promise<unknown>;
  until: number;
}

/** Each owner's answers, by what was asked. An owner is a session or a user. */
const owners = new LRUCache<string, Map<string, Kept>>({ max: 10_000 });

interface Question<Answer> {
  /** Names the question in the log. */
  name: string;
  about?: unknown;
  ask(options: { deadlineMs: number }): Promise<Outcome<Answer>>;
}

/** Asks at most once a minute. Logs a failure and returns null; null also for an empty answer. */
export async function keptAnswer<Answer>(
  owner: string,
  { name, about, ask }: Question<Answer>,
): Promise<Answer | null> {
  const answers = owners.get(owner) ?? new Map<string, Kept>();
  owners.set(owner, answers);
  const key = JSON.stringify([name, about]);
  const before = answers.get(key);
  if (before && Date.now() < before.until) {
    return before.answer as Promise<Answer | null>;
  }
  const answer = ask({ deadlineMs: DEADLINE_MS }).then(
    (outcome) => {
      const hasFailed = outcome.kind === "failure";
      kept.until = Date.now() + (hasFailed ? RETRY_AFTER_MS : KEPT_MS);
      if (hasFailed) {
        const { status, reason } = outcome;
        log.warn({ event: `${name}.failed`, status, reason });
      }
      return outcome.kind === "data" ? outcome.answer : null;
    },
    (error: unknown) => {
      // The redirect to login is thrown to all who wait, and kept for nobody.
      kept.until = 0;
      throw error;
    },
  );
  const kept: Kept = { answer, until: Infinity };
  answers.set(key, kept);
  return answer;
}

/** Also drops results of calls under way, which may be outdated. */
export function forgetAnswers(owner: string): void {
  owners.delete(owner);
}
