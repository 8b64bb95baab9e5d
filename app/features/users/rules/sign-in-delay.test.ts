import { describe, expect, it } from "vitest";
import {
  delayAfter,
  failuresLeft,
  mostFailures,
  secondsToWait,
  waitWords,
} from "./sign-in-delay";

const HOUR_MS = 3_600_000;

describe("the delay after failures", () => {
  const delays = (kind: Parameters<typeof delayAfter>[1], from: number) =>
    Array.from({ length: 10 }, (_, more) => delayAfter(from + more, kind));

  it("of an account from one address begins with the fifth and ends at 15 minutes", () => {
    expect([0, 1, 4].map((count) => delayAfter(count, "pair"))).toEqual([
      0, 0, 0,
    ]);
    expect(delays("pair", 5)).toEqual([
      5, 10, 20, 40, 80, 160, 320, 640, 900, 900,
    ]);
  });

  it("of an address begins with the 21st and ends at 5 minutes", () => {
    expect(delayAfter(20, "address")).toBe(0);
    expect(delays("address", 21)).toEqual([
      5, 10, 20, 40, 80, 160, 300, 300, 300, 300,
    ]);
  });

  it("of an account from anywhere begins with the 21st and ends at a minute", () => {
    expect(delayAfter(20, "account")).toBe(0);
    expect(delays("account", 21)).toEqual([
      5, 10, 20, 40, 60, 60, 60, 60, 60, 60,
    ]);
  });

  it("of a session that proves its password is that of a pair", () => {
    expect(delays("session", 4)).toEqual(delays("pair", 4));
  });

  it("is the longest for any count, however large", () => {
    expect(delayAfter(1_000_000, "pair")).toBe(900);
  });

  it("has a count at which it grows no more", () => {
    for (const kind of ["pair", "address", "account", "session"] as const) {
      const most = mostFailures(kind);
      expect(delayAfter(most, kind)).toBe(delayAfter(most + 1, kind));
      expect(delayAfter(most, kind)).toBeGreaterThan(
        delayAfter(most - 1, kind),
      );
    }
    expect(mostFailures("pair")).toBe(13);
  });
});

describe("failures", () => {
  it.each([
    [0, 13],
    [6 * HOUR_MS - 1, 13],
    [6 * HOUR_MS, 6],
    [12 * HOUR_MS - 1, 6],
    [12 * HOUR_MS, 3],
    [18 * HOUR_MS - 1, 3],
    [18 * HOUR_MS, 1],
    [24 * HOUR_MS - 1, 1],
    [24 * HOUR_MS, 0],
  ])("after %i ms of quiet, 13 are %i", (quietMs, left) => {
    expect(failuresLeft(13, quietMs)).toBe(left);
  });
});

describe("the wait", () => {
  const lastFailedAt = new Date("2026-06-15T12:00:00.000Z");
  const after = (ms: number, failures = 5) =>
    secondsToWait(
      { failures, lastFailedAt },
      "pair",
      new Date(lastFailedAt.getTime() + ms),
    );

  it("is what is left of the delay, in seconds begun", () => {
    expect([0, 1, 1000, 4999].map((ms) => after(ms))).toEqual([5, 5, 4, 1]);
  });

  it("is over with the last millisecond", () => {
    expect(after(5000)).toBe(0);
    expect(after(1, 4)).toBe(0);
  });

  it("is never longer than the delay, also where another clock is ahead", () => {
    expect(after(-60_000)).toBe(5);
  });

  it.each([
    [1, "in 1 second."],
    [59, "in 59 seconds."],
    [60, "in 60 seconds."],
    [61, "in 2 minutes."],
    [120, "in 2 minutes."],
    [121, "in 3 minutes."],
    [900, "in 15 minutes."],
  ])("of %i s is told as %s", (seconds, words) => {
    expect(waitWords(seconds)).toBe(
      `There were too many failed attempts. Please try again ${words}`,
    );
  });
});
