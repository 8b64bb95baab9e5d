import type { Level } from "~/domain/places/hierarchy";
import { withQuery, type ProfileQuery } from "~/paths";

/** What the transfers of a place or physician have in common; `id` is 0 for the company. */
export function transfersPath(
  level: Level,
  id: number,
  query: ProfileQuery = {},
): string {
  return withQuery(`/transfers/${level}/${id}`, query);
}
