import { afterEach, beforeEach, vi } from "vitest";

let sessions = 0;

/** For tests of what is kept for a while by session: the clock is theirs. Returns each test's own session id. */
export function sessionInTime(): () => string {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    // What is kept for a while goes by this clock.
    vi.spyOn(performance, "now").mockImplementation(() => Date.now());
    sessions += 1;
  });
  afterEach(() => {
    // The caches keep the time for a moment, which must not be that of another test.
    vi.advanceTimersByTime(10);
    vi.useRealTimers();
  });
  return () => `session ${sessions}`;
}
