/** A row that starts with the numbers of its key. */
export type FigureRow = readonly (number | string | null)[];

/**
 * Merges two tables sorted by their keys.
 *
 * @yields each row that is missing in one of them or has other values
 */
export async function* differingRows(
  expected: Iterable<FigureRow>,
  stored: AsyncIterable<FigureRow>,
  keyLength: number,
): AsyncGenerator<FigureRow> {
  const wanted = expected[Symbol.iterator]();
  let next = wanted.next();
  for await (const row of stored) {
    while (!next.done && compareKeys(next.value, row, keyLength) < 0) {
      yield next.value;
      next = wanted.next();
    }
    if (next.done || compareKeys(next.value, row, keyLength) > 0) {
      yield row;
      continue;
    }
    const { value: other } = next;
    if (!other.every((value, at) => value === row[at])) yield row;
    next = wanted.next();
  }
  for (; !next.done; next = wanted.next()) yield next.value;
}

export function compareKeys(
  one: FigureRow,
  other: FigureRow,
  keyLength: number,
): number {
  for (let at = 0; at < keyLength; at += 1) {
    const difference = Number(one[at]) - Number(other[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}
