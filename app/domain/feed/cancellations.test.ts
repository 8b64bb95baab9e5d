import { describe, expect, it } from "vitest";
import {
  derived,
  moment,
  row,
  saidAt,
  stays,
  transfers,
  word,
} from "./testing/said-words";
import type { Word } from "./words";

describe("a cancellation", () => {
  it("takes back what was said in the same minute", () => {
    const admit = word("admit", 10, saidAt(10));
    const discharge = word("discharge", 15, saidAt(15));
    const goesOn = word("cancel_discharge", 15, saidAt(15));
    expect(stays([admit, discharge, goesOn])).toEqual(["100 10-"]);
    expect(derived([goesOn, discharge, admit]).waiting).toEqual([]);
    const neverWas = word("cancel_admit", 10, saidAt(10));
    expect(stays([neverWas, admit])).toEqual([]);
  });

  it("takes back what the cancelled word had corrected, too", () => {
    const admit = word("admit", 10, saidAt(10));
    const earlier = word("update", 11, { admitted: moment(9) });
    const neverWas = word("cancel_admit", 9, saidAt(12));
    expect(stays([admit, earlier])).toEqual(["100 9-"]);
    expect(stays([admit, earlier, neverWas])).toEqual([]);

    const left = word("discharge", 20, { ...saidAt(20), disposition: "02" });
    const later = word("update", 22, { discharged: moment(21) });
    const goesOn = word("cancel_discharge", 21, saidAt(23));
    expect(stays([admit, left, later, goesOn])).toEqual(["100 10-"]);
    expect(transfers([admit, left, later, goesOn])).toEqual([]);
    // What was said later than the cancelled word stands.
    const corrected = word("update", 22.5, { discharged: moment(19) });
    expect(stays([admit, left, later, corrected, goesOn])).toEqual([
      "100 10-19",
    ]);
  });

  it("leaves an earlier stay of the visit as it was", () => {
    const none = { visitNumber: null };
    const first = [
      word("admit", 10, { ...none, ...saidAt(10) }),
      word("discharge", 15, { ...none, ...saidAt(15) }),
    ];
    const again = word("admit", 20, { ...none, ...saidAt(20) });
    const left = word("discharge", 25, { ...none, ...saidAt(25) });
    const goesOn = word("cancel_discharge", 25, { ...none, ...saidAt(26) });
    const neverWas = word("cancel_admit", 20, { ...none, ...saidAt(27) });
    expect(stays([...first, again, left, goesOn])).toEqual([
      "100 10-15",
      "100 20-",
    ]);
    expect(stays([...first, again, left, goesOn, neverWas])).toEqual([
      "100 10-15",
    ]);
  });
});

describe("a cancellation of what the census alone tells", () => {
  const left = row({ dischargedOn: 15 });
  const goesOn = word("cancel_discharge", 15, saidAt(16));
  const waits = (words: Word[], rows = [left]) =>
    derived(words, rows).waiting.map(({ reason }) => reason);

  it("takes back its discharge, where it is the later word", () => {
    expect(stays([goesOn], [left])).toEqual(["100 10-"]);
    expect(waits([goesOn])).toEqual([]);
    const ofTheLast = word("cancel_discharge", null, saidAt(16));
    expect(stays([ofTheLast], [left])).toEqual(["100 10-"]);
    const imported = row({ dischargedOn: 15, ...saidAt(30) });
    expect(stays([goesOn], [imported])).toEqual(["100 10-15"]);
    expect(waits([goesOn], [imported])).toEqual([]);
    const ofAnother = word("cancel_discharge", 14, saidAt(16));
    expect(stays([ofAnother], [left])).toEqual(["100 10-15"]);
    expect(waits([ofAnother])).toEqual(["nothing_to_cancel"]);
  });

  it("leaves the stay to end anew", () => {
    const again = word("discharge", 18, saidAt(18));
    expect(stays([goesOn, again], [left])).toEqual(["100 10-18"]);
    const other = { visitNumber: "V2" };
    expect(stays([goesOn, { ...again, ...other }], [left])).toEqual([
      "100 10-18",
    ]);
    const early = { ...again, ...saidAt(11) };
    expect(stays([{ ...goesOn, ...saidAt(10) }, early], [left])).toEqual([
      "100 10-15",
    ]);
    const ofFeed = word("discharge", 17, { ...other, ...saidAt(17) });
    const late = word("cancel_discharge", 17, saidAt(18));
    expect(stays([ofFeed, late], [row()])).toEqual(["100 10-"]);
  });

  it("does not wait where messages tell the rest of the stay", () => {
    const words = [word("admit", 10, saidAt(10)), goesOn];
    expect(stays(words, [left])).toEqual(["100 10-"]);
    expect(waits(words)).toEqual([]);
  });

  it("waits until the census has its stay no longer", () => {
    const admit = word("admit", 10, saidAt(12.5));
    const neverWas = word("cancel_admit", 10, saidAt(13));
    for (const words of [[neverWas], [admit, neverWas]]) {
      expect(stays(words, [row()])).toEqual(["100 10-"]);
      expect(waits(words, [row()])).toEqual(["stay_in_census"]);
      expect(waits(words, [row(saidAt(30))])).toEqual([]);
    }
    expect(waits([admit, neverWas], [])).toEqual([]);
    const ofTheLast = word("cancel_admit", null, saidAt(13));
    expect(waits([ofTheLast], [row()])).toEqual(["stay_in_census"]);
    expect(waits([ofTheLast])).toEqual(["nothing_to_cancel"]);
    const anew = word("admit", 10, saidAt(14));
    expect(waits([admit, neverWas, anew], [row()])).toEqual([]);
  });
});
