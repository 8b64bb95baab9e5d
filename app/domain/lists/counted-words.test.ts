import { expect, test } from "vitest";
import { counted } from "./counted-words";
import { RATE_MEASURES } from "../figures/rate-measures";

test("one is in the singular, whatever the measures count", () => {
  const words = RATE_MEASURES.flatMap((measure) => [
    measure.eventWords,
    measure.denominatorWords,
  ]);
  expect([...new Set(words)].map((plural) => counted("1", plural))).toEqual([
    "1 return to hospital",
    "1 admission from hospital",
    "1 admission with an ED visit",
    "1 hospitalization",
    "1 long-stay day",
    "1 ED visit",
    "1 hospital admission",
    "1 long-term patient month",
  ]);
});

test("none, and parts of one, are in the plural", () => {
  expect(counted("0", "ED visits")).toBe("0 ED visits");
  expect(counted("1.5", "long-term patient months")).toBe(
    "1.5 long-term patient months",
  );
});
