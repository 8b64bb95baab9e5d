import { describe, expect, it } from "vitest";
import {
  derivePatient,
  type CensusStay,
  type CensusTransfer,
} from "./derive-patient";

const HOME = 1;
const OTHER = 2;

function stay(id: number, given: Partial<CensusStay> = {}): CensusStay {
  return {
    id,
    facility_id: HOME,
    npi: null,
    isnp: 0,
    admitted_on: 0,
    discharged_on: null,
    admitted_from: "hospital",
    ...given,
  };
}

function transfer(day: number, given: Partial<CensusTransfer> = {}) {
  return {
    id: 1,
    facility_id: HOME,
    transferred_on: day,
    outcome: "inpatient",
    planned: 0,
    ...given,
  } satisfies CensusTransfer;
}

describe("rth and ed of a stay", () => {
  function flags(given: Partial<CensusStay>, event: CensusTransfer) {
    const { stays } = derivePatient([stay(1, given)], [event]);
    return { rth: stays[0]?.rth, ed: stays[0]?.ed };
  }
  const admitted = { admitted_on: 1000, discharged_on: 1010 };

  it.each([
    [999, 0],
    [1000, 1],
    [1030, 1],
    [1031, 0],
  ])("an event on day %i after admission on day 1000 counts %i", (day, rth) => {
    expect(flags(admitted, transfer(day))).toEqual({ rth, ed: 0 });
    expect(flags(admitted, transfer(day, { outcome: "ed_only" }))).toEqual({
      rth: 0,
      ed: rth,
    });
  });

  it("counts an unplanned observation, and no planned hospitalization", () => {
    const observation = transfer(1001, { outcome: "observation" });
    expect(flags(admitted, observation).rth).toBe(1);
    expect(flags(admitted, { ...observation, planned: 1 }).rth).toBe(0);
    expect(flags(admitted, transfer(1001, { planned: 1 })).rth).toBe(0);
  });

  it("counts a planned ED visit", () => {
    const visit = transfer(1001, { outcome: "ed_only", planned: 1 });
    expect(flags(admitted, visit)).toEqual({ rth: 0, ed: 1 });
  });

  it("counts an event of that patient at any facility, also after discharge", () => {
    expect(flags(admitted, transfer(1020, { facility_id: OTHER })).rth).toBe(1);
  });

  it("counts an event of the admission's day for the stay that it belongs to alone", () => {
    const stays = [
      stay(1, { admitted_on: 993, discharged_on: 1000 }),
      stay(2, { admitted_on: 1000 }),
    ];
    const rth = (event: CensusTransfer, there = stays) =>
      derivePatient(there, [event]).stays.map((one) => one.rth);
    expect(rth(transfer(1000))).toEqual([1, 0]);
    expect(rth(transfer(1001))).toEqual([1, 1]);
    // Of a facility where the resident has no stay: of no stay.
    expect(rth(transfer(1000, { facility_id: OTHER }))).toEqual([1, 0]);
    const [old, fresh] = stays.map((one) => ({ ...one }));
    const elsewhere = [old!, { ...fresh!, facility_id: OTHER }];
    expect(rth(transfer(1000), elsewhere)).toEqual([1, 0]);
    // The new facility's own.
    const own = transfer(1000, { facility_id: OTHER });
    expect(rth(own, elsewhere)).toEqual([1, 1]);
  });

  it.each(["community", "other"] as const)(
    "counts nothing for a stay from %s",
    (admitted_from) => {
      expect(flags({ ...admitted, admitted_from }, transfer(1001)).rth).toBe(0);
    },
  );
});

describe("the stay of a transfer", () => {
  function belongsTo(stays: CensusStay[], event: CensusTransfer) {
    const [found] = derivePatient(stays, [event]).transfers;
    return found?.stay_id;
  }

  it("is the one that holds the day", () => {
    const stays = [
      stay(1, { discharged_on: 10 }),
      stay(2, { admitted_on: 20 }),
    ];
    expect(belongsTo(stays, transfer(0))).toBe(1);
    expect(belongsTo(stays, transfer(9))).toBe(1);
    expect(belongsTo(stays, transfer(20))).toBe(2);
    expect(belongsTo(stays, transfer(5000))).toBe(2);
  });

  it("is the one that ended on the day, where none holds it", () => {
    expect(belongsTo([stay(1, { discharged_on: 10 })], transfer(10))).toBe(1);
  });

  it("is the one that ended on the day before one that holds it, and the oldest of several", () => {
    const old = stay(1, { admitted_on: 5, discharged_on: 10 });
    const fresh = stay(2, { admitted_on: 10 });
    const short = stay(3, { admitted_on: 10, discharged_on: 10 });
    expect(belongsTo([fresh, old], transfer(10))).toBe(1);
    expect(belongsTo([fresh, short, old], transfer(10))).toBe(1);
    expect(belongsTo([fresh, short], transfer(10))).toBe(3);
    expect(belongsTo([fresh, old], transfer(11))).toBe(2);
  });

  it("is the newest of several that hold the day, where none ended on it", () => {
    const stays = [stay(1, { admitted_on: 5 }), stay(2, { admitted_on: 8 })];
    expect(belongsTo(stays, transfer(10))).toBe(2);
  });

  it.each([
    ["before the new admission", 599, 600, 1],
    ["with it", 600, 600, 2],
    ["after it", 601, 600, 2],
    ["at a time that nobody tells", null, 600, 1],
    ["while nobody tells when the new stay began", 601, null, 1],
  ])("is told by times of day: %s", (_, left, came, expected) => {
    const stays = [
      stay(1, { admitted_on: 5, discharged_on: 10 }),
      stay(2, { admitted_on: 10, admitted_minute: came }),
    ];
    const event = transfer(10, { minute_of_day: left });
    expect(belongsTo(stays, event)).toBe(expected);
  });

  it("is the one that began last before it, of several of that day", () => {
    const stays = [
      stay(1, { admitted_on: 5, discharged_on: 10 }),
      stay(-2, { admitted_on: 10, discharged_on: 10, admitted_minute: 480 }),
      stay(-3, { admitted_on: 10, admitted_minute: 900 }),
    ];
    const at = (minute_of_day: number) =>
      belongsTo(stays, transfer(10, { minute_of_day }));
    expect([400, 500, 899, 900].map(at)).toEqual([1, -2, -2, -3]);
  });

  it("is none outside of all stays, or at another facility", () => {
    const stays = [stay(1, { admitted_on: 5, discharged_on: 10 })];
    expect(belongsTo(stays, transfer(4))).toBeNull();
    expect(belongsTo(stays, transfer(11))).toBeNull();
    expect(belongsTo(stays, transfer(7, { facility_id: OTHER }))).toBeNull();
  });
});

describe("long-stay status of a transfer", () => {
  function isLongStay(given: Partial<CensusStay>, day: number) {
    const [found] = derivePatient([stay(1, given)], [transfer(day)]).transfers;
    return found?.long_stay;
  }

  it("begins on the 101st day", () => {
    expect(isLongStay({}, 99)).toBe(0);
    expect(isLongStay({}, 100)).toBe(1);
  });

  it("holds on the discharge day", () => {
    expect(isLongStay({ discharged_on: 99 }, 99)).toBe(0);
    expect(isLongStay({ discharged_on: 100 }, 100)).toBe(1);
  });
});

describe("rows that tell of the same transfer", () => {
  const longStay = stay(1, { admitted_on: 0 });
  const event = transfer(200, { planned: 1 });
  const counted = (...events: CensusTransfer[]) =>
    derivePatient([longStay], events)
      .transfers.filter(({ long_stay }) => long_stay === 1)
      .map(({ id }) => id);

  it("are one long-stay event, told by the weightiest outcome, of these by the oldest that was not planned", () => {
    expect(
      counted(
        { ...event, id: 4 },
        { ...event, id: 7, planned: 0 },
        { ...event, id: 9, planned: 0 },
      ),
    ).toEqual([7]);
    expect(counted({ ...event, id: 4 }, { ...event, id: 3 })).toEqual([3]);
    expect(
      counted(
        { ...event, id: 2, outcome: "ed_only" },
        { ...event, id: 3, outcome: "observation" },
        { ...event, id: 4 },
        { ...event, id: 5, transferred_on: 201 },
      ),
    ).toEqual([4, 5]);
  });

  it("were not planned if one says so, whichever stands for the transfer", () => {
    const visit = { ...event, id: 2, outcome: "ed_only", planned: 0 } as const;
    const { stays, transfers } = derivePatient(
      [stay(1, { admitted_on: 190 })],
      [visit, event],
    );
    expect(stays[0]).toMatchObject({ rth: 1, ed: 0 });
    expect(
      transfers.map(({ trip_id, trip_planned }) => [trip_id, trip_planned]),
    ).toEqual([
      [1, null],
      [1, 0],
    ]);
  });

  it("belong to the same stay", () => {
    const { transfers } = derivePatient(
      [longStay],
      [event, { ...event, id: 2 }],
    );
    expect(transfers.map(({ stay_id }) => stay_id)).toEqual([1, 1]);
  });
});

it("takes an event that is not known yet for no return", () => {
  const events = [transfer(1001)];
  const admitted = [stay(1, { admitted_on: 1000 })];
  expect(derivePatient(admitted, events).stays[0]?.rth).toBe(1);
  expect(derivePatient(admitted, events, () => false).stays[0]?.rth).toBe(0);
});
