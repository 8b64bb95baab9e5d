import type { StayFacts } from "~/domain/residents/resident-facts";
import type { MergedTransfer } from "../transfers";

const REACH = 1_000;

/** A stay from hospital that nothing followed, from its hundredth day long-stay. */
export function stay(
  admittedOn: number,
  dischargedOn: number | null,
  more: Partial<StayFacts> = {},
): StayFacts {
  return {
    id: admittedOn,
    facilityId: 1,
    facilityName: "Elm House",
    npi: null,
    physician: null,
    admittedOn,
    dischargedOn,
    daysEnd: dischargedOn,
    admittedFrom: "hospital",
    isnp: false,
    unit: null,
    longStayFrom: admittedOn + 100,
    returned: { rth: false, ed: false },
    returnedElsewhere: { rth: null, ed: null },
    outSince: null,
    today: 0,
    dataThrough: REACH,
    ...more,
  };
}

/** An unplanned inpatient transfer that no stay holds, without details. */
export function transfer(
  day: number,
  more: Partial<MergedTransfer> = {},
): MergedTransfer {
  return {
    id: day,
    stayId: null,
    facilityId: 1,
    facilityName: "Elm House",
    day,
    minuteOfDay: null,
    outcome: "inpatient",
    planned: false,
    isAssumed: false,
    isLongStay: false,
    dataThrough: REACH,
    hospital: null,
    unit: null,
    reason: null,
    diagnosis: null,
    returnedOn: null,
    rowCount: 1,
    ...more,
  };
}
