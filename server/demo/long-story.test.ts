import { describe, expect, test } from "vitest";
import { assumeOutcome } from "./long-story";
import type { DemoTransfer, Resident } from "./residents";

function transfer(
  id: number,
  outcome: DemoTransfer["outcome"],
  days: { on: number; back: number | null },
  planned: 0 | 1 = 0,
): DemoTransfer {
  return {
    id,
    patient_id: 1,
    facility_id: 101,
    transferred_on: days.on,
    outcome,
    planned,
    diagnosis: "Dehydration (E86.0)",
    returned_on: days.back,
  };
}

function assumedOf(transfers: DemoTransfer[]) {
  const resident: Resident = {
    id: 1,
    mrn: null,
    first_name: null,
    last_name: null,
    frailty_score: null,
    stays: [],
    transfers,
  };
  assumeOutcome(resident);
  return transfers
    .filter(({ assumed }) => assumed === 1)
    .map(({ id, diagnosis }) => ({ id, diagnosis }));
}

describe("the outcome that nobody has told in a long story (R280)", () => {
  const latest = transfer(9, "inpatient", { on: 90, back: 95 });

  test("is of the newest older transfer whose nights away it fits", () => {
    expect(
      assumedOf([
        transfer(1, "inpatient", { on: 10, back: 14 }),
        transfer(2, "inpatient", { on: 20, back: 24 }),
        latest,
      ]),
    ).toEqual([{ id: 2, diagnosis: null }]);
    expect(
      assumedOf([latest, transfer(1, "ed_only", { on: 20, back: 20 })]),
    ).toEqual([{ id: 1, diagnosis: null }]);
    expect(
      assumedOf([latest, transfer(1, "inpatient", { on: 20, back: null })]),
    ).toEqual([{ id: 1, diagnosis: null }]);
  });

  test("is of none that was planned, that was observed, or whose nights say something else", () => {
    expect(
      assumedOf([
        latest,
        transfer(1, "inpatient", { on: 20, back: 24 }, 1),
        transfer(2, "observation", { on: 30, back: 33 }),
        transfer(3, "ed_only", { on: 40, back: 41 }),
        transfer(4, "ed_only", { on: 50, back: null }),
        transfer(5, "inpatient", { on: 60, back: 60 }),
      ]),
    ).toEqual([]);
  });
});
