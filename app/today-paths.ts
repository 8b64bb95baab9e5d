import type { Level } from "~/domain/places/hierarchy";
import type { ResidentLevel } from "~/features/today/rules/levels";

/** Who is in house today, of a facility or of a physician; above, how many at each facility. */
export function todayPath(level: Level, id: number | string): string {
  return todayPathOf(`${level}/${id}`);
}

/** The same by `{level}/{id}`, as the search has it. */
export function todayPathOf(place: string): string {
  return `/today/${place}`;
}

/** The residents as a CSV file. */
export function todayDataPath(
  level: ResidentLevel,
  id: number | string,
): string {
  return `/today-data/${level}/${id}`;
}
