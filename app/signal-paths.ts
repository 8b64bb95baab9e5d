import type { SignalLevel } from "~/features/signals/rules/own-places";
import { withQuery, type ProfileQuery } from "~/paths";

/** What the newest months of the children, or `of` all facilities, of a place say; `id` is 0 for the company. */
export function signalsPath(
  level: SignalLevel,
  id: number | string,
  query: ProfileQuery & { of?: "facilities" | undefined } = {},
): string {
  return withQuery(`/signals/${level}/${id}`, query);
}

export function signalsDataPath(
  level: SignalLevel,
  id: number | string,
): string {
  return `/signals-data/${level}/${id}`;
}
