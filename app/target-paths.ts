import { withQuery } from "~/paths";

/** The targets of a place, `{level}/{id}`; the company's id is 0. `end` asks whether that one is to be ended. */
export function targetsPath(
  place: string,
  asked: { end?: number } = {},
): string {
  return withQuery(`/targets/${place}`, asked);
}
