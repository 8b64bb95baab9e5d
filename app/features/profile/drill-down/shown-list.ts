import type { Arrangement, ListView } from "../profile-view";

export function shownList(
  list: ListView,
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
