import type { Level } from "~/domain/places/hierarchy";

export const SIGNAL_LEVELS = [
  "company",
  "division",
  "region",
  "facility",
] as const;

export type SignalLevel = (typeof SIGNAL_LEVELS)[number];

/** The level to list the children of: the region's, for all facilities below a company or division. */
export function rowsBelow<At extends Level>(
  level: At,
  facilities: boolean,
): At | "region" {
  const hasRegions = level === "company" || level === "division";
  return facilities && hasRegions ? "region" : level;
}
