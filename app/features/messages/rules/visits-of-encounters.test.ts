import { expect, test } from "vitest";
import { derived, moment, saidAt, word } from "./testing/said-words";
import { byEncounter } from "./visits-of-encounters";
import type { Word } from "./words";

function state(said: number, more: Partial<Word>): Word {
  const times = { admitted: moment(10), discharged: null };
  return word("state", 10, { ...times, ...saidAt(said), ...more });
}

const e1 = { encounterId: "e1" };

test.each<[string, Partial<Word>[], number]>([
  ["has no number, and then one", [e1, { ...e1, visitNumber: "A" }], 1],
  [
    "has its numbers in another order",
    ["A", "B"].map((visitNumber) => ({ ...e1, visitNumber })),
    1,
  ],
  [
    "has a number that goes",
    ["A", "e1"].map((visitNumber) => ({ ...e1, visitNumber })),
    1,
  ],
  [
    "has the number of another Encounter's visit",
    [
      { ...e1, visitNumber: "A" },
      { encounterId: "e2", visitNumber: "A" },
    ],
    1,
  ],
  ["is another one", [e1, { encounterId: "e2" }], 2],
  [
    "is told by HL7 too, under any of its numbers",
    [
      { ...e1, visitNumber: "A" },
      { ...e1, visitNumber: "B" },
      { visitNumber: "A" },
    ],
    1,
  ],
  ["stands beside a visit of HL7", [e1, { visitNumber: "A" }], 2],
])("an Encounter that %s", (_, told, visits) => {
  const words = told.map((one, at) =>
    state(11 + at, { visitNumber: null, ...one }),
  );
  for (const some of [words, [...words].reverse()]) {
    const numbers = byEncounter(some).map(({ visitNumber }) => visitNumber);
    expect(new Set(numbers).size).toBe(visits);
    expect(derived(some).stays).toHaveLength(visits);
  }
});

test("visits of HL7 keep their numbers", () => {
  const words = [word("admit", 10), word("admit", 12, { visitNumber: null })];
  expect(byEncounter(words)).toEqual(words);
});
