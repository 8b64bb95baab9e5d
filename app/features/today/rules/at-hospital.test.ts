import { describe, expect, it } from "vitest";
import { backOn, outSince, type StayThere, type Trip } from "./at-hospital";

const TODAY = 1_000;
const OPEN: StayThere = {
  id: 1,
  facilityId: 101,
  admittedOn: 900,
  dischargedOn: null,
  admittedFrom: "hospital",
};
const LEFT: StayThere = { ...OPEN, dischargedOn: 990 };
const TRIP: Trip = { stayId: 1, day: 990, isVisit: false, returnedOn: null };

describe("a resident is out at hospital", () => {
  const since = (
    stay: StayThere,
    trips: Partial<Trip>[],
    others: Partial<StayThere>[] = [],
  ) =>
    outSince(
      stay,
      trips.map((trip) => ({ ...TRIP, ...trip })),
      [stay, ...others.map((other) => ({ ...OPEN, id: 2, ...other }))],
      TODAY,
    );

  it("not after a later visit, but that of the same day may be how it began", () => {
    expect(since(OPEN, [{}, { day: 995, isVisit: true }])).toBeNull();
    expect(since(OPEN, [{ isVisit: true }, {}])).toBe(990);
  });

  it("not with a stay anywhere that begins then or later, or goes on", () => {
    const elsewhere = { facilityId: 202 };
    expect(since(LEFT, [{}], [{ ...elsewhere, admittedOn: 990 }])).toBeNull();
    expect(
      since(LEFT, [{}], [{ admittedOn: 995, dischargedOn: 996 }]),
    ).toBeNull();
    expect(since(LEFT, [{}], [{ ...elsewhere, dischargedOn: 991 }])).toBeNull();
    expect(since(LEFT, [{}], [{ admittedOn: 800, dischargedOn: 890 }])).toBe(
      990,
    );
  });
});

describe("a resident was last back", () => {
  const back = (
    stay: Partial<StayThere>,
    trips: Partial<Trip>[],
    earlier: Partial<StayThere>[] = [],
  ) => {
    const here = { ...OPEN, ...stay };
    return backOn(
      here,
      trips.map((trip) => ({ ...TRIP, ...trip })),
      [here, ...earlier.map((one) => ({ ...LEFT, id: 2, ...one }))],
    );
  };

  it("on the day of admission from hospital, less than 30 days after a transfer from there", () => {
    const from = (admittedOn: number, more: Partial<StayThere> = {}) =>
      back({ admittedOn }, [{ stayId: 2 }], [{ admittedOn: 850, ...more }]);
    expect(from(995)).toBe(995);
    expect(from(1_019)).toBe(1_019);
    expect(from(1_020)).toBeNull();
    expect(from(995, { facilityId: 202 })).toBeNull();
    expect(
      back(
        { admittedOn: 995, admittedFrom: "community" },
        [{ stayId: 2 }],
        [{ admittedOn: 850 }],
      ),
    ).toBeNull();
  });
});
