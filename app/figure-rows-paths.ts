import type { FigureTag } from "~/domain/figures/figure-tags";
import type { Level } from "~/domain/places/hierarchy";
import { withQuery, type ProfileQuery } from "~/paths";

/** The rows behind a figure as a page; `id` is 0 for the company. `start`: where a page but the first begins. */
export function figureRowsPath(
  level: Level,
  id: number,
  query: ProfileQuery & { measure: FigureTag; start?: string },
): string {
  return withQuery(`/figure-rows/${level}/${id}`, query);
}

export function metricDataPath(
  level: Level,
  id: number,
  query: ProfileQuery & { measure: string },
): string {
  return withQuery(`/metric-data/${level}/${id}`, query);
}
