import type { After } from "./clock";

export type Rounds = ReturnType<typeof startRounds>;

/**
 * Repeats work, one round at a time, first after `firstMs` or at once. A round returns how long to wait for the next
 * one; null waits until somebody asks.
 */
export function startRounds(
  after: After,
  work: (stopping: AbortSignal) => Promise<number | null>,
  firstMs: number | null = null,
) {
  const stopping = new AbortController();
  let isAsked = false;
  let running: Promise<void> | null = null;
  let cancelNext = () => {};

  async function run(): Promise<void> {
    let nextMs: number | null = null;
    try {
      // Somebody may have asked after the round looked for the last time.
      while (isAsked && !stopping.signal.aborted) {
        isAsked = false;
        nextMs = await work(stopping.signal);
      }
    } finally {
      running = null;
    }
    if (nextMs !== null) plan(nextMs);
  }

  function plan(ms: number): void {
    if (stopping.signal.aborted) return;
    cancelNext = after(ms, () => void now());
  }

  /** Resolves when a round that began after this call has ended. */
  function now(): Promise<void> {
    cancelNext();
    isAsked = true;
    running ??= run();
    return running;
  }

  if (firstMs === null) void now();
  else plan(firstMs);
  return {
    now,
    /** Resolves when the running round has ended. */
    idle: async () => running,
    /** Lets the running round end, and begins no other. */
    async stop() {
      stopping.abort();
      cancelNext();
      await running;
    },
  };
}
