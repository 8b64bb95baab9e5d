import type { Level } from "~/domain/places/hierarchy";
import type { ResidentLevel } from "~/features/today/rules/query";

/** Today's list of a facility or physician; at higher levels the counts of each facility. */
export function todayPath(level: Level, id: number | string): string {
  return `/today/${level}/${id}`;
}

export function todayDataPath(
  level: ResidentLevel,
  id: number | string,
): string {
  return `/today-data/${level}/${id}`;
}
