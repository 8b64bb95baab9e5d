import type { TransferFacts } from "~/domain/residents/resident-facts";
import { isPlanned, tripsOf } from "~/domain/residents/trips";

/** A transfer, by all rows that tell of it. */
export interface ToldTransfer extends TransferFacts {
  /** How many rows tell of it. */
  told: number;
}

type Detail = keyof Pick<
  TransferFacts,
  "minuteOfDay" | "hospital" | "unit" | "reason" | "diagnosis" | "returnedOn"
>;

const DETAILS: readonly Detail[] = [
  "minuteOfDay",
  "hospital",
  "unit",
  "reason",
  "diagnosis",
  "returnedOn",
];

/** Transfers, once each (R248). What the row that counts does not tell, another may. */
export function toldTransfers(rows: readonly TransferFacts[]): ToldTransfer[] {
  return tripsOf(rows).flatMap((trip) => {
    const [first, ...others] = trip;
    return first ? [joined(first, others)] : [];
  });
}

function joined(
  first: TransferFacts,
  others: readonly TransferFacts[],
): ToldTransfer {
  const rows = [first, ...others];
  const details = Object.fromEntries(
    DETAILS.map((name) => [
      name,
      rows.map((row) => row[name]).find((told) => told !== null) ?? null,
    ]),
  ) as Pick<TransferFacts, Detail>;
  return {
    ...first,
    ...details,
    planned: isPlanned(rows),
    isLongStay: rows.some((row) => row.isLongStay),
    isAssumed: rows
      .filter(({ outcome }) => outcome === first.outcome)
      .every((row) => row.isAssumed),
    told: rows.length,
  };
}
