import type { TodayLevel } from "~/domain/today/today-levels";

/** Who is in house today, of a facility or of a physician. */
export function todayPath(level: TodayLevel, id: number | string): string {
  return todayPathOf(`${level}/${id}`);
}

/** The same by `{level}/{id}`, as the search has it. */
export function todayPathOf(place: string): string {
  return `/today/${place}`;
}

/** The same as a CSV file. */
export function todayDataPath(level: TodayLevel, id: number | string): string {
  return `/today-data/${level}/${id}`;
}
