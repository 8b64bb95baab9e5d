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
