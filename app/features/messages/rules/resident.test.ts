import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { byEncounter } from "./resident";
import {
  CEDAR,
  DAY,
  derived,
  MAPLE,
  moment,
  row,
  word,
} from "./testing/said-words";
import type { Word } from "./words";

describe("any words", () => {
  const events = [
    "state",
    "state",
    "admit",
    "move",
    "discharge",
    "change_class",
    "update",
    "cancel_admit",
    "cancel_move",
    "cancel_discharge",
    "leave",
    "return",
  ] as const;
  const days = fc.integer({ min: 20, max: 160 }).map((day) => day / 4);
  const moments = fc.oneof(
    days.map(moment),
    days.map((day) => ({ ...moment(Math.floor(day)), isDayAlone: true })),
    // It may have been up to a later hour of that day.
    fc.tuple(days, fc.constantFrom(0.25, 0.75)).map(([day, hours]) => ({
      ...moment(Math.floor(day)),
      isDayAlone: true,
      lastMs: moment(Math.floor(day) + hours).ms,
    })),
  );
  const anyWord = fc
    .record({
      event: fc.constantFrom(...events),
      day: fc.option(days, { nil: null }),
      facilityId: fc.constantFrom(MAPLE, CEDAR),
      role: fc.constantFrom("facility", "hospital"),
      saidMs: days.map((day) => day * DAY),
      visitNumber: fc.constantFrom("V1", "V2", null),
      npi: fc.constantFrom(1, 2, null, undefined),
      admitSource: fc.constantFrom("1", "4", null, undefined),
      disposition: fc.constantFrom("01", "02", "82", null, undefined),
      patientClass: fc.constantFrom("I", "E", "O", undefined),
      patientType: fc.constantFrom("OBS", undefined),
      isnp: fc.constantFrom(true, false, undefined),
      unit: fc.constantFrom("1 North", "2 West", null, undefined),
      hospital: fc.constantFrom("GENERAL", "Mercy", undefined),
      reason: fc.constantFrom("Fever", "Fall", undefined),
      diagnosis: fc.constantFrom("Sepsis", "Bruise", undefined),
      admitted: fc.oneof(fc.constantFrom(null, undefined), moments),
      discharged: fc.oneof(fc.constantFrom(null, undefined), moments),
    })
    .map(({ event, day, ...more }) => word(event, day, more as Partial<Word>));
  const census = fc.array(
    fc
      .record({ day: days, nights: fc.option(fc.integer({ min: 0, max: 9 })) })
      .map(({ day, nights }) => {
        const admitted_on = Math.floor(day);
        const discharged_on = nights === null ? null : admitted_on + nights;
        const unit = nights === 1 ? "Memory care" : null;
        const days = { admitted_on, discharged_on };
        return row({ id: day * 4, ...days, unit, said_ms: 20 * DAY });
      }),
    { maxLength: 2 },
  );

  it("give the same stays and transfers in whatever order they come, and however often", () => {
    fc.assert(
      fc.property(
        fc.array(anyWord, { maxLength: 12 }),
        census,
        fc.infiniteStream(fc.integer()),
        (words, rows, random) => {
          const mixed = [...words, ...words.slice(0, 3)]
            .map((one) => ({ one, at: random.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ one }) => one);
          const inOrder = derived(words, rows);
          const inAnother = derived(mixed, rows);
          expect(inAnother.stays).toEqual(inOrder.stays);
          expect(inAnother.transfers).toEqual(inOrder.transfers);
          expect(inAnother.waiting).toEqual(inOrder.waiting);
        },
      ),
    );
  });

  it("give no stay that ends before it begins, and no transfer of an hour twice in a facility", () => {
    fc.assert(
      fc.property(
        fc.array(anyWord, { maxLength: 12 }),
        census,
        (words, rows) => {
          const { stays: all, transfers: moves } = derived(words, rows);
          const hourOf = (minute: number | null) =>
            minute === null ? "" : ` at ${minute}`;
          for (const { admitted_on, discharged_on } of all) {
            expect(discharged_on ?? Infinity).toBeGreaterThanOrEqual(
              admitted_on,
            );
          }
          const keys = moves.map(
            ({ facility_id, transferred_on, outcome, minute_of_day }) =>
              `${facility_id} ${transferred_on} ${outcome}${hourOf(minute_of_day)}`,
          );
          expect(new Set(keys).size).toBe(keys.length);
        },
      ),
    );
  });
});

function state(said: number, more: Partial<Word>): Word {
  const times = { admitted: moment(10), discharged: null };
  return word("state", 10, { ...times, saidMs: said * DAY, ...more });
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
    "is reported by HL7 too, under any of its numbers",
    [
      { ...e1, visitNumber: "A" },
      { ...e1, visitNumber: "B" },
      { visitNumber: "A" },
    ],
    1,
  ],
  ["stands beside a visit of HL7", [e1, { visitNumber: "A" }], 2],
])("an Encounter that %s", (_, states, visits) => {
  const words = states.map((one, at) =>
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
