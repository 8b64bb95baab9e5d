import { LRUCache } from "lru-cache";
import type { DeepReadonly } from "~/contract/deep-readonly";

const MAX_ANSWERS = 5_000;
const MAX_BYTES = 48 * 1024 * 1024;

export interface AnswerCache {
  /**
   * The answer to a question, computed once. `question` must name everything that the answer depends on: the noun, level,
   * id, dates, filters, the facilities in view, and the version of their data. Answers are shared, so
   * nobody may change one. The same question asked twice at once is computed once; a failure is not kept.
   */
  remember<Answer extends object>(
    question: readonly unknown[],
    compute: () => Promise<Answer>,
  ): Promise<DeepReadonly<Answer>>;
  /** What all answers together may take. */
  mostBytes: number;
  /** What an answer took when it was kept; 0 where it was not. */
  bytesOf(answer: object): number;
}

/** Answers of the data server, bounded by number and by bytes of JSON. */
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
    // An answer that is pushed out while it is computed still goes to those who wait for it.
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
