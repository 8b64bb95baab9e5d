import { describe, expect, test } from "vitest";
import { derivePatient } from "~server/measures/derive-patient";
import { assumeOutcome, tellAsSent } from "./long-story";
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

test("tells of a return on the day of an emergency visit, and of a hospitalization twice", () => {
  const stay = {
    ...{ id: 1, patient_id: 1, facility_id: 101, npi: 7, isnp: 0 as const },
    ...{
      admitted_on: 1,
      discharged_on: null,
      admitted_from: "community" as const,
    },
  };
  const resident: Resident = {
    ...{ id: 1, mrn: null, first_name: null, last_name: null },
    frailty_score: null,
    stays: [{ ...stay }],
    transfers: [
      transfer(1, "inpatient", { on: 50, back: 54 }),
      transfer(2, "ed_only", { on: 120, back: 120 }),
    ],
  };
  tellAsSent(resident, { patient: 1, stay: 1, transfer: 2 });
  const { stays, transfers } = derivePatient(
    resident.stays,
    resident.transfers,
  );
  expect(resident.stays).toMatchObject([
    { id: 1, discharged_on: 120 },
    { id: 2, admitted_on: 120, discharged_on: null, npi: 7 },
  ]);
  expect(stays.map(({ ed }) => ed)).toEqual([0, 0]);
  expect(transfers.map(({ trip_id, stay_id }) => [trip_id, stay_id])).toEqual([
    [1, 1],
    [2, 1],
    [1, 1],
  ]);
});
