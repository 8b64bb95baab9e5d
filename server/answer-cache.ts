import { LRUCache } from "lru-cache";

const MAX_ANSWERS = 5_000;
const MAX_BYTES = 48 * 1024 * 1024;

export interface AnswerCache {
  /**
   * The answer to a question, computed once per data version and day. `question` must name everything that the
   * answer depends on: the noun, level, id, dates, filters and the facilities in view. Answers are shared, so
   * nobody may change one. The same question asked twice at once is computed once; a failure is not kept.
   */
  remember<Answer extends object>(
    question: readonly unknown[],
    compute: () => Promise<Answer>,
  ): Promise<Answer>;
  /** What all answers together may take. */
  mostBytes: number;
  /** What an answer took when it was kept; 0 where it was not. */
  bytesOf(answer: object): number;
}

/** Answers of the data server, bounded by number and by bytes of JSON. Data change only by import. */
export function createAnswerCache(): AnswerCache {
  const sizes = new WeakMap<object, number>();
  const answers = new LRUCache<string, object>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    sizeCalculation(answer, key) {
      const bytes = 2 * (key.length + JSON.stringify(answer).length) + 1;
      sizes.set(answer, bytes);
      return bytes;
    },
  });
  const underway = new Map<string, Promise<object>>();

  async function compute(
    key: string,
    work: () => Promise<object>,
  ): Promise<object> {
    try {
      const answer = await work();
      answers.set(key, answer);
      return answer;
    } finally {
      underway.delete(key);
    }
  }

  return {
    mostBytes: MAX_BYTES,
    bytesOf: (answer) => sizes.get(answer) ?? 0,
    async remember<Answer extends object>(
      question: readonly unknown[],
      work: () => Promise<Answer>,
    ) {
      const key = JSON.stringify(question);
      const known = answers.get(key);
      if (known) return known as Answer;
      let computing = underway.get(key);
      if (!computing) {
        computing = compute(key, work);
        underway.set(key, computing);
      }
      return (await computing) as Answer;
    },
  };
}
