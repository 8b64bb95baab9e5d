import { describe, expect, it } from "vitest";
import { returnDay } from "./returned-on";

const STAY = {
  id: 1,
  admittedOn: 100,
  dischargedOn: 120,
  admittedFrom: "community",
};
const LEFT = { day: 120, returnedOn: null, stayId: 1 };

function after(admittedOn: number, admittedFrom: string | null = "hospital") {
  return { id: admittedOn, admittedOn, dischargedOn: null, admittedFrom };
}

describe("the day of a return", () => {
  it("is the one that was told, whatever stays say", () => {
    expect(returnDay({ ...LEFT, returnedOn: 123 }, [STAY, after(130)])).toBe(
      123,
    );
  });

  it("is that of the next admission, from the transfer's own day on", () => {
    expect(returnDay(LEFT, [after(150), after(126), STAY])).toBe(126);
    expect(returnDay(LEFT, [STAY, after(120)])).toBe(120);
    expect(returnDay(LEFT, [STAY, after(119)])).toBeNull();
  });

  it.each(["community", "other", null])(
    "is not known where the next admission is from %s",
    (from) => {
      expect(returnDay(LEFT, [STAY, after(126, from), after(150)])).toBeNull();
    },
  );

  it("is not known where the stay went on, or nobody came back", () => {
    expect(returnDay({ ...LEFT, day: 119 }, [STAY, after(130)])).toBeNull();
    expect(
      returnDay(LEFT, [{ ...STAY, dischargedOn: null }, after(130)]),
    ).toBeNull();
    expect(returnDay(LEFT, [STAY])).toBeNull();
  });

  it("of a transfer that no stay holds is that of the next admission too", () => {
    expect(returnDay({ ...LEFT, stayId: null }, [STAY, after(126)])).toBe(126);
  });
});
