import { describe, expect, it } from "vitest";
import { codeAt } from "./testing/factor-calls";
import { newKey, stepOfCode } from "./totp";

const KEY = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

const at = (seconds: number) => new Date(seconds * 1000);

describe("a code of an authenticator app", () => {
  it("is known in its half minute and in the one before and after", () => {
    // RFC 6238, appendix B.
    const code = "287082";
    const steps = [-1, 0, 29, 30, 59, 60, 89, 90].map((seconds) =>
      stepOfCode(KEY, code, at(Math.max(0, seconds)), -1),
    );
    // Its own half minute, number 1, is that of the seconds 30 to 59.
    expect(steps).toEqual([1, 1, 1, 1, 1, 1, 1, null]);
    expect(stepOfCode(KEY, codeAt(KEY, at(90)), at(59), -1)).toBeNull();
    expect(stepOfCode(KEY, codeAt(KEY, at(89)), at(59), -1)).toBe(2);
    expect(stepOfCode(newKey(), code, at(59), -1)).toBeNull();
  });

  it("does not count where it, or a later one, has been used", () => {
    const steps = [0, 1, 2].map((last) =>
      stepOfCode(KEY, codeAt(KEY, at(59)), at(59), last),
    );
    expect(steps).toEqual([1, null, null]);
  });

  it("has a key of 160 random bits", () => {
    expect(newKey()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newKey()).not.toBe(newKey());
  });
});
