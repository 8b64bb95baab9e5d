import { describe, expect, it } from "vitest";
import type { PlacedEvent, PlacedStay } from "../totals/patient-histories";
import type { Band } from "../totals/total-columns";
import {
  IS,
  numbersOfEvent,
  numbersOfStay,
  packHistory,
  PackedHistory,
} from "./history-format";

const LARGEST_ID = 999_999_999_999_999;

const at = { company: 0, division: 1, region: 2, facility: 3 };

const stay: PlacedStay = {
  patient_id: 7,
  npi: null,
  at,
  admitted_on: 20_000,
  days_end: null,
  admitted_from: "hospital",
  isnp: 1,
  long_stay_from: 20_100,
  rth: 1,
  ed: 0,
};

const event: PlacedEvent = {
  patient_id: 7,
  npi: null,
  at,
  transferred_on: 20_150,
  outcome: "inpatient",
  planned: 0,
  isnp: 0,
};

function packed(
  stays: readonly (readonly [PlacedStay, Band])[],
  events: readonly PlacedEvent[],
): Buffer {
  return packHistory(
    stays.map(([one, band]) => numbersOfStay(one, band)),
    events.map(numbersOfEvent),
  );
}

function readAll(history: PackedHistory) {
  const stays: number[][] = [];
  const events: number[][] = [];
  history.eachStay((...numbers) => stays.push(numbers));
  history.eachEvent((...numbers) => events.push(numbers));
  return { stays, events };
}

describe("a packed history", () => {
  it("holds patients, stays and events as they were, each patient once", () => {
    const other = {
      ...stay,
      patient_id: LARGEST_ID,
      days_end: 20_001,
      admitted_from: "other",
      isnp: 0,
      rth: 0,
      ed: 1,
    } as const;
    const again = { ...stay, admitted_on: -5 };
    const history = new PackedHistory(
      packed(
        [
          [other, "none"],
          [stay, "medium"],
          [again, "medium"],
        ],
        [event],
      ),
    );
    expect(history.patients).toBe(2);
    expect([0, 1].map((one) => history.patientId(one))).toEqual([
      7,
      LARGEST_ID,
    ]);
    expect([0, 1].map((one) => history.bandOf(one))).toEqual([
      "medium",
      "none",
    ]);
    const first = IS.isnp + IS.fromHospital + IS.rth;
    expect(readAll(history)).toEqual({
      stays: [
        [0, -5, 2 ** 31 - 1, 20_100, first],
        [0, 20_000, 2 ** 31 - 1, 20_100, first],
        [1, 20_000, 20_001, 20_100, IS.ed],
      ],
      events: [[20_150, IS.hospitalization + IS.unplannedAdmission]],
    });
  });

  it("is read where its bytes begin at any address", () => {
    const bytes = packed([[stay, "medium"]], [event]);
    const shifted = Buffer.concat([Buffer.from([1]), bytes]).subarray(1);
    expect(readAll(new PackedHistory(shifted))).toEqual(
      readAll(new PackedHistory(bytes)),
    );
  });

  it.each([4, 12])("that is cut by %i bytes is not read", (missing) => {
    const bytes = packed([[stay, "medium"]], [event]);
    expect(() => new PackedHistory(bytes.subarray(missing))).toThrow();
    expect(() => new PackedHistory(bytes.subarray(0, -missing))).toThrow(
      "a packed history is not as long as it says",
    );
  });
});
