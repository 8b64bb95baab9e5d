import { monitorEventLoopDelay } from "node:perf_hooks";
import { createAnswerCache } from "~server/answer-cache";
import { CensusMemory } from "~server/measures/census/census-memory";
import type { Store } from "~server/store/open-store";
import { openBenchApi } from "./bench-api";
import type { Asked } from "./calls";

/** Milliseconds of several askings. */
export interface Times {
  median: number;
  p95: number;
}

/** A call's times: with nothing remembered, with another range each time, and asked again. */
export interface CallTimes {
  first: Times;
  newRange: Times | null;
  again: Times;
  /** The longest time that nothing else was answered meanwhile, in milliseconds. */
  longestStall: number;
}

/** How often a call is timed. */
interface Repeats {
  first: number;
  newRange: number;
  again: number;
}

const REPEATS: Repeats = { first: 7, newRange: 21, again: 40 };

/** A first answer of thousands of facilities takes many seconds. */
const REPEATS_OF_MANY: Repeats = { first: 2, newRange: 9, again: 20 };
const MANY_FACILITIES = 1_000;

/** Times the calls through the whole API in this process, as a user who sees the company. */
export async function timeCalls(
  store: Store,
  now: Date,
  asked: readonly Asked[],
  facilities: number,
): Promise<CallTimes[]> {
  const repeats = facilities > MANY_FACILITIES ? REPEATS_OF_MANY : REPEATS;
  const api = await openBenchApi(store, now);
  const { deps, close } = api;
  const ask = async (questions: ReturnType<Asked["questions"]>) => {
    const startedAt = performance.now();
    await Promise.all(questions.map((question) => question(api)));
    return performance.now() - startedAt;
  };

  const times: CallTimes[] = [];
  const stalls = monitorEventLoopDelay({ resolution: 1 });
  stalls.enable();
  try {
    for (const one of asked) {
      stalls.reset();
      const first: number[] = [];
      for (let at = 0; at < repeats.first; at += 1) {
        deps.cache = createAnswerCache();
        deps.census = new CensusMemory();
        deps.signals.clear();
        first.push(await ask(one.questions(0)));
      }
      const newRange: number[] = [];
      for (let at = 1; one.hasRange && at <= repeats.newRange; at += 1) {
        newRange.push(await ask(one.questions(at * 3)));
      }
      const again: number[] = [];
      for (let at = 0; at < repeats.again; at += 1) {
        again.push(await ask(one.questions(0)));
      }
      times.push({
        first: timesOf(first),
        newRange: one.hasRange ? timesOf(newRange) : null,
        again: timesOf(again),
        longestStall: stalls.max / 1e6,
      });
    }
  } finally {
    stalls.disable();
    await close();
  }
  return times;
}

/** Median and p95 of milliseconds. */
export function timesOf(all: readonly number[]): Times {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ??
    NaN;
  return { median: at(0.5), p95: at(0.95) };
}
