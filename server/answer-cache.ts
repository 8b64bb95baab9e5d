import { LRUCache } from "lru-cache";
import type { DeepReadonly } from "~/contract/deep-readonly";

const MAX_ANSWERS = 5_000;
const MAX_BYTES = 48 * 1024 * 1024;

export interface AnswerCache {
  /**
   * Computes an answer once, also for concurrent calls. `question` must name all it depends on: noun, level, id, dates,
   * filters, facilities in view, data version. Nobody may change a shared answer; failures are not kept.
   */
  remember<Answer extends object>(
    question: readonly unknown[],
    compute: () => Promise<Answer>,
  ): Promise<DeepReadonly<Answer>>;
  /** Limit for all answers together. */
  mostBytes: number;
  /** Size of an answer when it was cached; 0 if it is not cached. */
  bytesOf(answer: object): number;
}

export function createAnswerCache(): AnswerCache {
  const sizes = new WeakMap<object, number>();
  const answers = new LRUCache<string, object, () => Promise<object>>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    sizeCalculation(answer, key) {
      const bytes = 2 * (key.length + JSON.stringify(answer).length) + 1;
      sizes.set(answer, bytes);
      return bytes;
    },
    // An answer evicted while it is computed still reaches its callers.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _before, { context: compute }) => compute(),
  });

  return {
    mostBytes: MAX_BYTES,
    bytesOf: (answer) => sizes.get(answer) ?? 0,
    async remember<Answer extends object>(
      question: readonly unknown[],
      compute: () => Promise<Answer>,
    ) {
      const key = JSON.stringify(question);
      const answer = await answers.forceFetch(key, { context: compute });
      return answer as DeepReadonly<Answer>;
    },
  };
}
