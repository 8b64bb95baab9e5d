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

  it("is one that holds the day before one that ended on it", () => {
    const stays = [
      stay(1, { admitted_on: 5, discharged_on: 20 }),
      stay(2, { admitted_on: 8, discharged_on: 10 }),
    ];
    expect(belongsTo(stays, transfer(10))).toBe(1);
  });

  it("is the newest of several that ended on the day", () => {
    const stays = [
      stay(3, { admitted_on: 8, discharged_on: 10 }),
      stay(2, { admitted_on: 5, discharged_on: 10 }),
    ];
    expect(belongsTo(stays, transfer(10))).toBe(3);
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

  it("are one long-stay event, told by the oldest that was not planned", () => {
    expect(
      counted(
        { ...event, id: 4 },
        { ...event, id: 7, planned: 0 },
        { ...event, id: 9, planned: 0 },
      ),
    ).toEqual([7]);
    expect(counted({ ...event, id: 4 }, { ...event, id: 3 })).toEqual([3]);
  });

  it("are those of one facility, day and outcome alone", () => {
    expect(
      counted(
        event,
        { ...event, id: 2, transferred_on: 201 },
        { ...event, id: 3, outcome: "ed_only" },
        { ...event, id: 4, outcome: "observation" },
      ),
    ).toEqual([1, 2, 3, 4]);
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
