import { describe, expect, it } from "vitest";
import { returnDay } from "./return-window";
import { transfer } from "~/features/residents/testing/facts";
import { isPlanned, tripsOf } from "./transfer-kinds";

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

const DAY = 10;
const visit = { outcome: "ed_only" } as const;
const observed = { outcome: "observation" } as const;

/** The ids of the rows of each transfer, the first of them the one that counts. */
function trips(...rows: Parameters<typeof transfer>[1][]): number[][] {
  const told = rows.map((row, at) => transfer(DAY, { id: at + 1, ...row }));
  return tripsOf(told)
    .map((trip) => trip.map(({ id }) => id))
    .sort(([one = 0], [other = 0]) => one - other);
}

it("takes rows of a facility, a day and a stay for one transfer, whatever their outcomes, and counts the weightiest", () => {
  expect(trips(visit, observed, {})).toEqual([[3, 2, 1]]);
  expect(trips({ planned: true }, {})).toEqual([[2, 1]]);
  expect(trips({}, {})).toEqual([[1, 2]]);
  expect(trips({}, { facilityId: 2 }, { day: 11 }, { stayId: 7 })).toEqual([
    [1],
    [2],
    [3],
    [4],
  ]);
});

it("takes two times of day for two transfers, of equal outcome too", () => {
  const at = (minuteOfDay: number) => ({ minuteOfDay });
  expect(trips({ ...visit, ...at(180) }, at(1080))).toEqual([[1], [2]]);
  expect(trips(at(180), at(1080))).toEqual([[1], [2]]);
  expect(trips(at(180), { ...visit, ...at(180) })).toEqual([[1, 2]]);
});

it("gives a row without a time to the transfer of its outcome, else to the last", () => {
  const early = { ...visit, minuteOfDay: 180 };
  const late = { minuteOfDay: 1080 };
  expect(trips(early, late, visit)).toEqual([[1, 3], [2]]);
  expect(trips(early, late, observed)).toEqual([[1], [2, 3]]);
  expect(trips(early, observed)).toEqual([[2, 1]]);
});

it("takes a transfer for planned where no row says otherwise", () => {
  const planned = transfer(DAY, { planned: true });
  expect(isPlanned([planned, planned])).toBe(true);
  expect(isPlanned([planned, transfer(DAY)])).toBe(false);
});
