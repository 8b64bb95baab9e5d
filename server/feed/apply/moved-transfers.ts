import type { MovedTransfer } from "~server/reviews/carry-reviews";
import type { PlannedResident } from "./plan-residents";
import type { Changes } from "./resident-changes";
import { isOfCensus, type StoredTransfer } from "./stored-rows";

/** Transfers that messages alone told of: those that are another patient's now, and those that are gone or told of by another row. */
export function movedTransfers(
  { written, removed }: Changes<StoredTransfer>,
  residents: readonly PlannedResident[],
): MovedTransfer[] {
  const claimed = new Map(
    residents.flatMap(({ patientId, transfers }) =>
      transfers.map(({ id }) => [id, patientId] as const),
    ),
  );
  return [...written.map(({ row }) => row), ...removed].flatMap((row) => {
    const patientId = claimed.get(row.id) ?? null;
    return isOfCensus(row) || patientId === null
      ? []
      : [{ id: row.id, patientId, transferredOn: row.transferred_on }];
  });
}
