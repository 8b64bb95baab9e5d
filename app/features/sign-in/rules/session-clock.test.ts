import { describe, expect, test } from "vitest";
import {
  isSignOfLifeDue,
  remainingMs,
  remainingWords,
  sessionEnd,
  sessionPhase,
} from "./session-clock";

const NOW = Date.parse("2026-07-01T12:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function secondsAhead(seconds: number): number {
  return NOW + seconds * 1000;
}

describe("the end of a session", () => {
  test("is 15 minutes after it was last used", () => {
    expect(sessionEnd({ usedAt: NOW, signedInAt: NOW - HOUR_MS })).toBe(
      NOW + 15 * MINUTE_MS,
    );
  });

  test("is never later than 12 hours after sign-in", () => {
    const signedInAt = NOW - 12 * HOUR_MS + 5 * MINUTE_MS;
    expect(sessionEnd({ usedAt: NOW, signedInAt })).toBe(NOW + 5 * MINUTE_MS);
  });
});

describe("the phase of a session", () => {
  test.each([
    [900, "active"],
    [60, "active"],
    [59.999, "warning"],
    [0.001, "warning"],
    [0, "expired"],
    [-5, "expired"],
  ])("with %d seconds left is %s", (seconds, phase) => {
    expect(sessionPhase(remainingMs(secondsAhead(seconds), NOW))).toBe(phase);
  });

  test("with the timeout test on is 13 min 55 s ahead", () => {
    const phaseWith = (seconds: number) =>
      sessionPhase(remainingMs(secondsAhead(seconds), NOW, true));
    expect(remainingMs(secondsAhead(900), NOW, true)).toBe(65_000);
    expect(phaseWith(900)).toBe("active");
    expect(phaseWith(890)).toBe("warning");
    expect(phaseWith(835)).toBe("expired");
  });
});

test("what remains is never below 0", () => {
  expect(remainingMs(secondsAhead(-60), NOW)).toBe(0);
});

describe("a sign of life", () => {
  const sentAt = NOW;
  test.each([
    ["is due 30 seconds after the last", sentAt + 1, 30_000, true],
    ["waits until then", sentAt + 1, 29_999, false],
    ["is not made up", sentAt, 60_000, false],
  ])("%s", (_, pressedAt, passed, isDue) => {
    expect(isSignOfLifeDue({ pressedAt, sentAt }, NOW + passed)).toBe(isDue);
  });
});

test.each([
  [59_999, "About a minute is left."],
  [40_001, "About a minute is left."],
  [40_000, "40 seconds are left."],
  [20_001, "40 seconds are left."],
  [20_000, "20 seconds are left."],
  [1, "20 seconds are left."],
])("with %d ms the words are '%s'", (remaining, words) => {
  expect(remainingWords(remaining)).toBe(words);
});
