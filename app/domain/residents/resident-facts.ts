import type { EpochDay } from "../calendar";
import { RETURN_WINDOW_DAYS } from "./return-window";
import type { TransferKind, TransferOutcome } from "./transfer-kinds";

export interface EventElsewhere {
  day: EpochDay;
  outcome: TransferOutcome;
  /** Null where the place may not be named. */
  facilityName: string | null;
}

export interface StayFacts {
  id: number;
  facilityId: number;
  facilityName: string;
  npi: number | null;
  physician: string | null;
  admittedOn: EpochDay;
  dischargedOn: EpochDay | null;
  /** The day after the last one that it covers; null while it is open. */
  daysEnd: EpochDay | null;
  admittedFrom: string | null;
  isnp: boolean;
  unit: string | null;
  /** The day from which the resident is long-stay, also where the stay ends before it. */
  longStayFrom: EpochDay;
  returned: Record<ReturnFigure, boolean>;
  returnedElsewhere: Record<ReturnFigure, EventElsewhere | null>;
  /** Since when the resident is out at hospital (R329). */
  outSince: EpochDay | null;
  /** The day that it is at the facility. */
  today: EpochDay;
  /** The day through which the facility's data are complete; null: nothing counts. */
  dataThrough: EpochDay | null;
}

export const RETURN_FIGURES = ["rth", "ed"] as const;
export type ReturnFigure = (typeof RETURN_FIGURES)[number];

export interface TransferFacts extends TransferKind {
  id: number;
  stayId: number | null;
  facilityId: number;
  facilityName: string;
  day: EpochDay;
  /** By the facility's clock. */
  minuteOfDay: number | null;
  /** No hospital has reported the outcome. */
  isAssumed: boolean;
  isLongStay: boolean;
  dataThrough: EpochDay | null;
  hospital: string | null;
  unit: string | null;
  reason: string | null;
  diagnosis: string | null;
  returnedOn: EpochDay | null;
}

export interface NoteFacts {
  id: number;
  stayId: number | null;
  notedAt: string;
  day: EpochDay;
  /** By the facility's clock, like the day. */
  minuteOfDay: number;
  facilityName: string;
  physician: string | null;
  type: string | null;
  text: string | null;
  provider: string | null;
  isHighRisk: boolean;
  /** The physician who looks has not read it, and the after-hours report has it. */
  isUnread: boolean;
}

/** True if the facility's data cover the 30 days after the admission (R79). */
export function isSettled({
  admittedOn,
  dataThrough,
}: Pick<StayFacts, "admittedOn" | "dataThrough">): boolean {
  return isReached(admittedOn + RETURN_WINDOW_DAYS, { dataThrough });
}

export function isReached(
  day: EpochDay,
  { dataThrough }: { dataThrough: EpochDay | null },
): boolean {
  return dataThrough !== null && day <= dataThrough;
}
