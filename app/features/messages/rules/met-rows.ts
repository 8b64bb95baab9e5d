import type { CensusStay } from "./census-stay";
import type { ToldStay } from "./visit-stays";

/** A correction moves a day by little. What begins further apart is another stay, and nobody told of the end of the first. */
const MOST_DAYS_CORRECTED = 7;

/**
 * The rows of the census that speak of the same stays as messages: they began on the same day in the same facility, or on another
 * day that the messages told before. Where an update alone tells of a stay, its day may be a correction of the row's.
 */
export function metRows(
  told: readonly ToldStay[],
  census: readonly CensusStay[],
): Map<ToldStay, CensusStay> {
  const met = new Map<ToldStay, CensusStay>();
  const left = new Set(census);
  const meet = (find: (stay: ToldStay, rows: CensusStay[]) => CensusStay[]) => {
    for (const stay of told) {
      if (met.has(stay)) continue;
      const there = [...left].filter(
        ({ facilityId }) => facilityId === stay.facilityId,
      );
      const [row] = find(stay, there);
      if (!row) continue;
      left.delete(row);
      met.set(stay, row);
    }
  };
  meet(({ admitted }, rows) =>
    rows.filter(({ admittedOn }) => admittedOn === admitted.day),
  );
  meet(({ claimedDays }, rows) =>
    rows.filter(({ admittedOn }) => claimedDays.has(admittedOn)),
  );
  meet(correctedBy);
  return met;
}

/** The rows whose day of admission the update may correct, nearest first. */
function correctedBy(stay: ToldStay, rows: CensusStay[]): CensusStay[] {
  if (!stay.isOfUpdates) return [];
  const { admitted, discharged } = stay;
  const daysApart = ({ admittedOn }: CensusStay) =>
    Math.abs(admittedOn - admitted.day);
  return rows
    .filter(
      (row) =>
        daysApart(row) <= MOST_DAYS_CORRECTED &&
        row.admittedOn <= (discharged?.day ?? Infinity) &&
        admitted.day <= (row.dischargedOn ?? Infinity),
    )
    .sort(
      (one, other) => daysApart(one) - daysApart(other) || one.id - other.id,
    );
}
