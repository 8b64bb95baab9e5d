export type QueryPair = [name: string, value: string];

export function queryPairs(
  values: Record<string, string | number | boolean | null | undefined>,
): QueryPair[] {
  return Object.entries(values).flatMap(([name, value]): QueryPair[] =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  );
}
