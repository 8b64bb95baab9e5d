/** A parameter of a query and its value. */
export type QueryPair = [name: string, value: string];

/** Values as parameters of a query, without those that are not there. */
export function queryPairs(
  values: Record<string, string | number | boolean | null | undefined>,
): QueryPair[] {
  return Object.entries(values).flatMap(([name, value]): QueryPair[] =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  );
}
