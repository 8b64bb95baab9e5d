import type { EpochDay } from "~/domain/calendar";
import {
  countedBy,
  isOfFigure,
  type CountedBy,
} from "~/domain/residents/counted-returns";
import {
  isReached,
  isSettled,
  RETURN_FIGURES,
  type ReturnFigure,
  type StayFacts,
  type TransferFacts,
} from "~/domain/residents/resident-facts";
import { isReturnOf } from "~/domain/residents/return-window";
import {
  isEdVisit,
  isHospitalization,
  isUnplannedAdmission,
  isPlanned,
  tripsOf,
} from "~/domain/residents/transfer-kinds";
import { longStaySince } from "./rules";

export type LongStayFigure = "h_1000" | "ed_1000" | "adm_1000";

/** A figure that counts a transfer, or does not, and why (R316). */
export type FigureReason =
  | { counts: true; figure: ReturnFigure; admittedOn: EpochDay; days: number }
  | { counts: true; figure: LongStayFigure; since: EpochDay | null }
  | { counts: false; figure: null; why: "beyond-reach" | "planned" }
  | {
      counts: false;
      figure: ReturnFigure;
      why: "counted-already";
      admittedOn: EpochDay;
      by: CountedBy;
    }
  | {
      counts: false;
      figure: ReturnFigure;
      why: "admission-beyond-reach" | "not-settled";
      admittedOn: EpochDay;
    }
  | { counts: false; figure: ReturnFigure; why: "too-late"; days: number }
  | { counts: false; figure: ReturnFigure; why: "no-admission" }
  | { counts: false; figure: LongStayFigure; why: "no-stay" }
  | {
      counts: false;
      figure: LongStayFigure;
      why: "not-long-stay";
      /** When the stay became long-stay after the transfer, or will; null where it ended before that. */
      from: EpochDay | null;
    };

/** Judges by the given stays alone; `transfers` are all given ones, each once. */
export function transferFigures(
  transfer: MergedTransfer,
  stays: readonly StayFacts[],
  transfers: readonly MergedTransfer[],
): FigureReason[] {
  if (!isReached(transfer.day, transfer)) {
    return [{ counts: false, figure: null, why: "beyond-reach" }];
  }
  if (!isHospitalization(transfer) && !isEdVisit(transfer)) {
    return [{ counts: false, figure: null, why: "planned" }];
  }
  return [
    ...RETURN_FIGURES.filter((figure) => isOfFigure(figure, transfer)).flatMap(
      (figure) => returnReasons(figure, transfer, stays, transfers),
    ),
    ...longStayFigures(transfer).map((figure) =>
      longStayReason(figure, transfer, stays),
    ),
  ];
}

function returnReasons(
  figure: ReturnFigure,
  transfer: MergedTransfer,
  stays: readonly StayFacts[],
  transfers: readonly MergedTransfer[],
): FigureReason[] {
  const { id, day } = transfer;
  const before = stays
    .filter(
      (stay) =>
        stay.admittedFrom === "hospital" &&
        (stay.admittedOn < day || isReturnOf(stay, transfer)),
    )
    .sort((one, other) => other.admittedOn - one.admittedOn);
  const [latest] = before;
  if (!latest) return [{ counts: false, figure, why: "no-admission" }];
  const open = before.filter((stay) => isReturnOf(stay, transfer));
  if (open.length === 0) {
    const days = day - latest.admittedOn;
    return [{ counts: false, figure, why: "too-late", days }];
  }
  return open.map((stay): FigureReason => {
    const { admittedOn } = stay;
    const by = countedBy(figure, stay, transfers);
    if (!by) {
      const why =
        isReached(admittedOn, stay) && !isSettled(stay)
          ? "not-settled"
          : "admission-beyond-reach";
      return { counts: false, figure, why, admittedOn };
    }
    if (by.kind === "seen" && by.id === id) {
      return { counts: true, figure, admittedOn, days: day - admittedOn };
    }
    return { counts: false, figure, why: "counted-already", admittedOn, by };
  });
}

function longStayFigures(transfer: MergedTransfer): LongStayFigure[] {
  if (isEdVisit(transfer)) return ["ed_1000"];
  return isUnplannedAdmission(transfer) ? ["h_1000", "adm_1000"] : ["h_1000"];
}

function longStayReason(
  figure: LongStayFigure,
  { day, isLongStay, stayId }: MergedTransfer,
  stays: readonly StayFacts[],
): FigureReason {
  const stay = stays.find(({ id }) => id === stayId);
  if (isLongStay) {
    const since = stay ? longStaySince(stay, stays) : null;
    return { counts: true, figure, since };
  }
  if (!stay) return { counts: false, figure, why: "no-stay" };
  const { longStayFrom, dischargedOn } = stay;
  const isLater = longStayFrom > day;
  const lasts = dischargedOn === null || dischargedOn > longStayFrom;
  const from = isLater && lasts ? longStayFrom : null;
  return { counts: false, figure, why: "not-long-stay", from };
}

/** A transfer, merged from all rows about it. */
export interface MergedTransfer extends TransferFacts {
  rowCount: number;
}

const DETAILS = [
  "minuteOfDay",
  "hospital",
  "unit",
  "reason",
  "diagnosis",
  "returnedOn",
] as const satisfies readonly (keyof TransferFacts)[];

/** Merges rows into transfers (R248). Facts missing in the row that counts are taken from the others. */
export function mergeTransfers(
  rows: readonly TransferFacts[],
): MergedTransfer[] {
  return tripsOf(rows).flatMap((trip) => {
    const [first] = trip;
    return first ? [joined(first, trip)] : [];
  });
}

function joined(
  first: TransferFacts,
  rows: readonly TransferFacts[],
): MergedTransfer {
  const details = Object.fromEntries(
    DETAILS.map((name) => [
      name,
      rows.map((row) => row[name]).find((fact) => fact !== null) ?? null,
    ]),
  ) as Pick<TransferFacts, (typeof DETAILS)[number]>;
  return {
    ...first,
    ...details,
    planned: isPlanned(rows),
    isLongStay: rows.some((row) => row.isLongStay),
    isAssumed: rows
      .filter(({ outcome }) => outcome === first.outcome)
      .every((row) => row.isAssumed),
    rowCount: rows.length,
  };
}
