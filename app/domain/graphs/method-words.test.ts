import { expect, test } from "vitest";
import { isAdjusted, limitsSentence, methodSentence } from "./method-words";

const P = { chart: "p" } as const;

test("limits of chance alone need no word", () => {
  for (const method of ["p", "u", "single-values"] as const) {
    expect(methodSentence({ method, sigmaZ: 1 })).toBeNull();
    expect(isAdjusted({ method })).toBe(false);
  }
  expect(isAdjusted({})).toBe(false);
  expect(limitsSentence(P, { method: "p" })).toBe(
    "The limits lie three standard deviations from the mean (p chart).",
  );
});

test("wider limits say how many times as wide they are, and why", () => {
  expect(methodSentence({ method: "p-prime", sigmaZ: 1.62 })).toBe(
    "The months differ by more than chance, so the limits are 1.6 times as wide (p′ chart).",
  );
  expect(methodSentence({ method: "u-prime", sigmaZ: 2 })).toContain(
    "2.0 times as wide (u′ chart)",
  );
  expect(isAdjusted({ method: "u-prime" })).toBe(true);
  expect(limitsSentence(P, { method: "p-prime" })).toContain("p′ chart");
});
