import type { TransferFacts } from "./resident-facts";

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

/**
 * Transfers, once each: rows of the same facility, day and outcome are one (R248). It was not planned if one of them says
 * so. What the row that counts does not tell, another may.
 */
export function toldTransfers(rows: readonly TransferFacts[]): ToldTransfer[] {
  const groups = new Map<string, TransferFacts[]>();
  for (const row of [...rows].sort(countingFirst)) {
    const key = `${row.facilityId} ${row.day} ${row.outcome}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [joined(first, others)] : [],
  );
}

/** An ED visit counts whether it was planned or not. */
function countingFirst(one: TransferFacts, other: TransferFacts): number {
  const byPlan =
    one.outcome === "ed_only" ? 0 : Number(one.planned) - Number(other.planned);
  return byPlan || one.id - other.id;
}

function joined(
  first: TransferFacts,
  others: readonly TransferFacts[],
): ToldTransfer {
  const details = Object.fromEntries(
    DETAILS.map((name) => [
      name,
      [first, ...others]
        .map((row) => row[name])
        .find((told) => told !== null) ?? null,
    ]),
  ) as Pick<TransferFacts, Detail>;
  return {
    ...first,
    ...details,
    isLongStay: first.isLongStay || others.some((row) => row.isLongStay),
    isAssumed: first.isAssumed && others.every((row) => row.isAssumed),
    told: others.length + 1,
  };
}
