import { describe, expect, it } from "vitest";
import { CEDAR, derived, moment, stays, word } from "./testing/said-words";

describe("a move", () => {
  const admit = word("admit", 10);

  it("changes no stay, whatever it says of the admission", () => {
    const bed = word("move", 12, { admitted: moment(9) });
    expect(stays([admit, bed])).toEqual(["100 10-"]);
    expect(stays([bed])).toEqual([]);
    const left = word("discharge", 15);
    const still = word("move", 16, { discharged: null });
    expect(stays([admit, left, still])).toEqual(["100 10-15"]);
  });

  it("to another facility makes no stay there from the day of the first", () => {
    const there = word("move", 12, {
      facilityId: CEDAR,
      admitted: moment(10),
      discharged: null,
    });
    expect(stays([admit, there])).toEqual(["100 10-"]);
    expect(derived([admit, there]).waiting).toEqual([]);
  });
});
