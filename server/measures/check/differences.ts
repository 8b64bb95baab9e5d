import { levelNumber, type PlaceLevel } from "../totals/total-columns";

export interface Place {
  level: PlaceLevel;
  id: number;
}

export const CHECKED = [
  "stays",
  "transfers",
  "totals",
  "absences",
  "physicianDays",
  "physicianHistories",
] as const;

export type Checked = (typeof CHECKED)[number];

export type DifferingRows = Record<Checked, number>;

export interface PlaceDifference extends Place {
  /** Null for a place that no longer exists. */
  name: string | null;
  rows: DifferingRows;
}

export class Differences {
  private readonly found = new Map<string, Omit<PlaceDifference, "name">>();

  add({ level, id }: Place, checked: Checked, rows = 1): void {
    const key = `${level} ${id}`;
    let there = this.found.get(key);
    if (!there) {
      this.found.set(key, (there = { level, id, rows: noRows() }));
    }
    there.rows[checked] += rows;
  }

  /** Sorted from the company down to facilities, then by id. */
  places(nameOf: (place: Place) => string | null): PlaceDifference[] {
    return [...this.found.values()]
      .sort(
        (one, other) =>
          levelNumber(one.level) - levelNumber(other.level) ||
          one.id - other.id,
      )
      .map((place) => ({ ...place, name: nameOf(place) }));
  }
}

export function sumOf(places: readonly PlaceDifference[]): DifferingRows {
  const sum = noRows();
  for (const { rows } of places) {
    for (const checked of CHECKED) sum[checked] += rows[checked];
  }
  return sum;
}

export function countOf(rows: DifferingRows): number {
  return CHECKED.reduce((sum, checked) => sum + rows[checked], 0);
}

function noRows(): DifferingRows {
  return Object.fromEntries(
    CHECKED.map((checked) => [checked, 0]),
  ) as DifferingRows;
}
