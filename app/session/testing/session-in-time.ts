import { afterEach, beforeEach, vi } from "vitest";

let sessions = 0;

/** The tests control the clock. Returns each test's own session id. */
export function sessionInTime(): () => string {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
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
