import { describe, expect, it } from "vitest";
import {
  IS,
  packHistory,
  PackedHistory,
  type HistoryStay,
} from "./history-format";

const LARGEST_ID = 999_999_999_999_999;

const stay: HistoryStay = {
  patient_id: 7,
  band: "medium",
  admitted_on: 20_000,
  discharged_on: null,
  admitted_from: "hospital",
  isnp: 1,
  long_stay_from: 20_100,
  rth: 1,
  ed: 0,
};

const event = {
  transferred_on: 20_150,
  outcome: "inpatient",
  planned: 0,
  isnp: 0,
} as const;

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
      band: "none",
      discharged_on: 20_001,
      admitted_from: "other",
      isnp: 0,
      rth: 0,
      ed: 1,
    } as const;
    const again = { ...stay, admitted_on: -5 };
    const history = new PackedHistory(
      packHistory([stay, other, again], [event]),
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
        [0, 20_000, 2 ** 31 - 1, 20_100, first],
        [1, 20_000, 20_001, 20_100, IS.ed],
        [0, -5, 2 ** 31 - 1, 20_100, first],
      ],
      events: [[20_150, IS.hospitalization + IS.unplannedAdmission]],
    });
  });

  it("is read where its bytes begin at any address", () => {
    const packed = packHistory([stay], [event]);
    const shifted = Buffer.concat([Buffer.from([1]), packed]).subarray(1);
    expect(readAll(new PackedHistory(shifted))).toEqual(
      readAll(new PackedHistory(packed)),
    );
  });

  it.each([4, 12])("that is cut by %i bytes is not read", (bytes) => {
    const packed = packHistory([stay], [event]);
    expect(() => new PackedHistory(packed.subarray(bytes))).toThrow();
    expect(() => new PackedHistory(packed.subarray(0, -bytes))).toThrow(
      "a packed history is not as long as it says",
    );
  });
});
