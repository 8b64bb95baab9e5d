import type { Arrangement, ListView, SentList } from "../profile-view";

export function shownList(
  { exact: _, ...list }: SentList,
  arrangement: Arrangement | null,
): ListView {
  if (!arrangement) return list;
  const at = <T>(values: readonly T[]) =>
    arrangement.places.flatMap((place) => values.slice(place, place + 1));
  return {
    ...list,
    keys: at(list.keys),
    rows: arrangement.places.length,
    columns: list.columns.map(at),
    count: arrangement.count ?? list.count,
  };
}
