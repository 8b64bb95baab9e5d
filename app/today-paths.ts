import type { Level } from "~/domain/places/hierarchy";
import type { ResidentLevel } from "~/features/today/rules/levels";

/** Who is in house today, of a facility or of a physician; above, how many at each facility. */
export function todayPath(level: Level, id: number | string): string {
  return `/today/${level}/${id}`;
}

/** The residents as a CSV file. */
export function todayDataPath(
  level: ResidentLevel,
  id: number | string,
): string {
  return `/today-data/${level}/${id}`;
}
