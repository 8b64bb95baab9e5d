import { describe, expect, it } from "vitest";
import {
  derived,
  moment,
  saidAt,
  stays,
  transfers,
  word,
} from "./testing/said-words";

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
