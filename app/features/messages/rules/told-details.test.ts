import { describe, expect, it } from "vitest";
import { type CensusTransfer, NOTHING_KNOWN } from "./resident-transfers";
import {
  CEDAR,
  DAY,
  derived,
  hospital,
  MAPLE,
  row,
  saidAt,
  word,
} from "./testing/said-words";
import type { Word } from "./words";

const admit = word("admit", 10.5, { unit: "1 North" });
const leave = (more: Partial<Word> = {}) =>
  word("leave", 15.75, { disposition: "02", ...more });
const back = word("return", 18.25, { unit: "2 West" });

function known(
  words: Word[],
  transfers: CensusTransfer[] = [],
): Partial<typeof NOTHING_KNOWN> {
  const facts = Object.entries(
    derived(words, [], transfers).transfers[0] ?? {},
  );
  return Object.fromEntries(facts.filter(([key]) => key in NOTHING_KNOWN));
}

const unitsOf = (...told: Parameters<typeof derived>) =>
  derived(...told).stays.map(({ unit }) => unit);

describe("the unit of a stay", () => {
  const moved = word("move", 12, { unit: "2 West" });

  it("is the one that was told last, moves included", () => {
    expect(unitsOf([admit])).toEqual(["1 North"]);
    expect(unitsOf([admit, moved])).toEqual(["2 West"]);
    expect(unitsOf([moved, word("update", 13), admit])).toEqual(["2 West"]);
    expect(unitsOf([admit, word("update", 13, { unit: null })])).toEqual([
      null,
    ]);
  });

  it("is what it was before a move that is cancelled", () => {
    const cancelled = word("cancel_move", 12, saidAt(13));
    expect(unitsOf([admit, moved, cancelled])).toEqual(["1 North"]);
    const elsewhere = { ...cancelled, visitNumber: "V2" };
    expect(unitsOf([admit, moved, elsewhere])).toEqual(["2 West"]);
  });

  it("is that of its own days and facility", () => {
    const left = word("discharge", 20.5, { unit: "3 East" });
    const again = word("admit", 20.75, { unit: "1 South" });
    const elsewhere = word("move", 14, { facilityId: CEDAR, unit: "9" });
    const other = { ...elsewhere, visitNumber: "V9" };
    expect(unitsOf([admit, left, again, other])).toEqual(["3 East", "1 South"]);
  });

  it("is of the census or of messages, by who said it last, where the census knows it", () => {
    const stay = (unit: string | null, said: number) => [
      row({ unit, said_ms: said * DAY }),
    ];
    expect(unitsOf([], stay("Memory care", 12))).toEqual(["Memory care"]);
    // The census alone tells of the stay.
    expect(unitsOf([moved], stay("Memory care", 12))).toEqual(["2 West"]);
    expect(unitsOf([moved], stay("Memory care", 13))).toEqual(["Memory care"]);
    expect(unitsOf([moved], stay(null, 13))).toEqual(["2 West"]);
    expect(unitsOf([word("admit", 10.5)], stay("Memory care", 9))).toEqual([
      "Memory care",
    ]);
  });
});

describe("what is known of a transfer", () => {
  it("is the facility's clock, where the resident lived then, and the day of the return", () => {
    expect(known([admit, leave(), back])).toEqual({
      ...NOTHING_KNOWN,
      minute_of_day: 18 * 60,
      unit: "1 North",
      returned_on: 18,
    });
  });

  it("has no time where a day alone is told", () => {
    const happened = { ms: 15.75 * DAY, day: 15, isDayAlone: true as const };
    expect(known([admit, leave({ happened })]).minute_of_day).toBeNull();
  });

  it("ends with the next admission there, and with none elsewhere", () => {
    const left = word("discharge", 15.75, { disposition: "02" });
    const admitted = (facilityId: number) =>
      word("admit", 19, { facilityId, visitNumber: "V2" });
    expect(known([admit, left]).returned_on).toBeNull();
    expect(known([admit, left, admitted(MAPLE)]).returned_on).toBe(19);
    expect(known([admit, left, admitted(CEDAR)]).returned_on).toBeNull();
  });

  const visit = hospital("admit", 15.9, "I", {
    hospital: "GENERAL",
    reason: "Fever",
    diagnosis: "Sepsis",
  });
  const told = {
    hospital: "Mercy Hospital",
    reason: "Confused since noon",
    diagnosis: "Dementia",
  };

  it("is the hospital's own name and finding before the facility's, and the facility's reason before the hospital's", () => {
    expect(known([admit, leave(told)])).toMatchObject(told);
    expect(known([admit, leave(), visit])).toMatchObject({
      hospital: "GENERAL",
      reason: "Fever",
      diagnosis: "Sepsis",
    });
    expect(known([admit, leave(told), visit])).toMatchObject({
      hospital: "GENERAL",
      reason: "Confused since noon",
      diagnosis: "Sepsis",
    });
  });

  it("is what was told last, and stays where a later word is silent", () => {
    const later = hospital("update", 16, "I", { diagnosis: "Pneumonia" });
    expect(known([admit, leave(), later, visit])).toMatchObject({
      hospital: "GENERAL",
      diagnosis: "Pneumonia",
    });
    const again = leave({ ...saidAt(17), reason: "Fell" });
    expect(known([admit, again, leave(told)])).toMatchObject({
      ...told,
      reason: "Fell",
    });
  });

  it("has no time where a hospital alone tells of it", () => {
    expect(known([admit, visit])).toEqual({
      ...NOTHING_KNOWN,
      hospital: "GENERAL",
      unit: "1 North",
      reason: "Fever",
      diagnosis: "Sepsis",
    });
  });

  it.each([
    ["later", 20, "Of the census"],
    ["earlier", 0, "Confused since noon"],
  ])(
    "is completed by the other where the census is the %s word",
    (_which, said, reason) => {
      const stored: CensusTransfer = {
        id: 1,
        facility_id: MAPLE,
        transferred_on: 15,
        outcome: "inpatient",
        planned: 0,
        ...NOTHING_KNOWN,
        reason: "Of the census",
        returned_on: 17,
        said_ms: said * DAY,
      };
      const bare = hospital("admit", 15.9, "I");
      expect(known([admit, leave(told), bare], [stored])).toEqual({
        ...told,
        reason,
        minute_of_day: 18 * 60,
        unit: "1 North",
        returned_on: 17,
      });
    },
  );
});
