import { describe, expect, it } from "vitest";
import {
  CEDAR,
  derived,
  moment,
  row,
  saidAt,
  stays,
  transfers,
  word,
} from "./testing/said-words";

describe("a move", () => {
  const admit = word("admit", 10);

  it("changes no stay, whatever it says of the admission", () => {
    const bed = word("move", 12, { admitted: moment(9) });
    expect(stays([admit, bed])).toBe("100 10-");
    expect(stays([bed])).toBe("");
    const left = word("discharge", 15);
    const still = word("move", 16, { discharged: null });
    expect(stays([admit, left, still])).toBe("100 10-15");
  });

  it("to another facility of the visit ends the stay here, and begins it there", () => {
    const there = { facilityId: CEDAR, admitted: moment(10) };
    const move = word("move", 12, { ...there, discharged: null });
    const update = word("update", 13, there);
    const left = word("discharge", 15, there);
    const room = word("move", 14, there);
    const words = [admit, move, update, room];
    expect(stays(words)).toBe("100 10-12, 200 12-");
    expect(stays([...words, left])).toBe("100 10-12, 200 12-15");
    expect(transfers([...words, left])).toBe("");
    const back = word("move", 14, { admitted: moment(10) });
    expect(stays([admit, move, update, back])).toBe(
      "100 10-12, 200 12-14, 100 14-",
    );
    expect(derived([...words, left]).waiting).toEqual([]);
  });

  it("to another facility is taken back by the cancellation of its day", () => {
    const move = word("move", 12, { facilityId: CEDAR });
    const stayed = word("cancel_move", 12, saidAt(13));
    expect(stays([admit, move, stayed])).toBe("100 10-");
    const ofAnother = word("cancel_move", 11, saidAt(13));
    expect(stays([admit, move, ofAnother])).toBe("100 10-12, 200 12-");
  });

  it("makes no stay of a visit that is not known, or of another one", () => {
    const there = { facilityId: CEDAR, admitted: moment(10) };
    const move = word("move", 12, there);
    expect(stays([move])).toBe("");
    const ofAnother = word("move", 12, { ...there, visitNumber: "V2" });
    expect(stays([admit, ofAnother])).toBe("100 10-");
    const ofNone = { visitNumber: null };
    expect(
      stays([
        { ...admit, ...ofNone },
        { ...move, ...ofNone },
      ]),
    ).toBe("100 10-");
    const gone = word("discharge", 11);
    expect(stays([admit, gone, move])).toBe("100 10-11");
    expect(derived([admit, gone, move]).waiting).toEqual([]);
  });

  it("is in the census what it is in messages", () => {
    const move = word("move", 12, { facilityId: CEDAR });
    const rows = [
      row({ id: 1 }),
      row({ id: 2, facility_id: CEDAR, admitted_on: 12 }),
    ];
    expect(stays([admit, move], rows)).toBe("100 10-12, 200 12-");
  });
});
