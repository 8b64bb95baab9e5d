import { describe, expect, it } from "vitest";
import { derived, saidAt, stays, word } from "./testing/said-words";

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
});
