import { expect, test } from "vitest";
import { counted, shownOf } from "./counted-words";
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

test("a list says how many it has, and which of them a page shows", () => {
  const shown = (page: number, rows: number, total: number) =>
    shownOf({ page, rows, total }, "transfers");
  expect([shown(1, 1, 1), shown(1, 50, 66), shown(2, 16, 66)]).toEqual([
    "1 transfer",
    "1–50 of 66",
    "51–66 of 66",
  ]);
});
