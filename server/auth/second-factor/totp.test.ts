import { Secret } from "otpauth";
import { describe, expect, it } from "vitest";
import { codeAt, newKey, stepOfCode } from "./totp";

/** Of RFC 6238, appendix B, for SHA-1: the key is the digits 1 to 0, twice. */
const KEY = Secret.fromUTF8("12345678901234567890").base32;
const VECTORS: [seconds: number, code: string][] = [
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
];

const at = (seconds: number) => new Date(seconds * 1000);

describe("a code of an authenticator app", () => {
  it.each(VECTORS)("is that of the RFC at %d s: %s", (seconds, code) => {
    expect(codeAt(KEY, at(seconds), 8)).toBe(code);
    // Six digits are the last of the eight.
    expect(codeAt(KEY, at(seconds))).toBe(code.slice(2));
  });

  it("is known in its half minute and in the one before and after", () => {
    const code = codeAt(KEY, at(59));
    const steps = [-1, 0, 29, 30, 59, 60, 89, 90].map((seconds) =>
      stepOfCode(KEY, code, at(Math.max(0, seconds)), -1),
    );
    // Its own half minute, number 1, is that of the seconds 30 to 59.
    expect(steps).toEqual([1, 1, 1, 1, 1, 1, 1, null]);
    expect(stepOfCode(KEY, codeAt(KEY, at(90)), at(59), -1)).toBeNull();
    expect(stepOfCode(KEY, codeAt(KEY, at(89)), at(59), -1)).toBe(2);
  });

  it("does not count where it, or a later one, has been used", () => {
    const code = codeAt(KEY, at(59));
    expect(stepOfCode(KEY, code, at(59), 0)).toBe(1);
    expect(stepOfCode(KEY, code, at(59), 1)).toBeNull();
    expect(stepOfCode(KEY, code, at(59), 2)).toBeNull();
  });

  it("is not another key's", () => {
    expect(stepOfCode(newKey(), codeAt(KEY, at(59)), at(59), -1)).toBeNull();
  });

  it.each(["", "0", "12345", "1234567", "abcdef"])("is not %j", (code) => {
    expect(stepOfCode(KEY, code, at(59), -1)).toBeNull();
  });

  it("has a key of 160 random bits", () => {
    expect(newKey()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newKey()).not.toBe(newKey());
  });
});
