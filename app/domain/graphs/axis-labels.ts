/** A month under a graph. */
export interface AxisLabel {
  /** Place of the month in its series. */
  index: number;
  month: string;
  /** Written under the month; null where the labels before it tell the year. */
  year: string | null;
  /** Between two of every third month: named where there is room for all. */
  isBetween: boolean;
}

/** Every so many months one is named where there is little room. */
const EVERY = 3;

/** So many of the newest labels carry their year where all months are named (R113). */
const YEAR_MARKED = 6;

/**
 * Every third month, with the year under the first one of a year: January, April, July and October, where the series
 * has a turn of the year. The first label of a series has no year where the second one would stand too near to it.
 */
export function quarterLabels(
  months: readonly string[],
  years: readonly number[],
): AxisLabel[] {
  const turn = years.findIndex(
    (year, index) => index > 0 && year !== years[index - 1],
  );
  const named = (turn === -1 ? months.length - 1 : turn) % EVERY;
  return months
    .map((month, index) => ({ index, month }))
    .filter(({ index }) => index % EVERY === named)
    .map(({ index, month }, place) => {
      const year = years[index];
      const isFirst =
        place === 0
          ? year === (years[index + EVERY] ?? year)
          : year !== years[index - EVERY];
      return {
        index,
        month,
        year: isFirst && year !== undefined ? String(year) : null,
        isBetween: false,
      };
    });
}

/** All months: beside the years of {@link quarterLabels} the newest six carry theirs (R113). */
export function monthLabels(
  months: readonly string[],
  years: readonly number[],
): AxisLabel[] {
  const named = new Map(
    quarterLabels(months, years).map((label) => [label.index, label]),
  );
  return months.map((month, index) => {
    const label = named.get(index);
    const isNewest = index >= months.length - YEAR_MARKED;
    return {
      index,
      month,
      year: isNewest ? String(years[index] ?? "") : (label?.year ?? null),
      isBetween: label === undefined,
    };
  });
}
