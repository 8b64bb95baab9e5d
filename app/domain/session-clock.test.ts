import { describe, expect, test } from "vitest";
import { remainingMs, sessionPhase, slidTimeout } from "./session-clock";

const now = new Date("2026-07-01T12:00:00Z");

function secondsAhead(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

test("a sign of life moves the end to 15 minutes later", () => {
  expect(slidTimeout(now)).toEqual(secondsAhead(900));
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
    expect(sessionPhase(secondsAhead(seconds), now)).toBe(phase);
  });

  test("with the timeout test on is 13 min 55 s ahead", () => {
    expect(remainingMs(secondsAhead(900), now, true)).toBe(65_000);
    expect(sessionPhase(secondsAhead(900), now, true)).toBe("active");
    expect(sessionPhase(secondsAhead(890), now, true)).toBe("warning");
    expect(sessionPhase(secondsAhead(835), now, true)).toBe("expired");
  });
});

test("what remains is never below 0", () => {
  expect(remainingMs(secondsAhead(-60), now)).toBe(0);
});
