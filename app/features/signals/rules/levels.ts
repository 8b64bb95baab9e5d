import type { Level } from "~/domain/places/hierarchy";

/** Levels whose children are places or physicians, with signals of their own. */
export const SIGNAL_LEVELS = [
  "company",
  "division",
  "region",
  "facility",
] as const;

export type SignalLevel = (typeof SIGNAL_LEVELS)[number];

/** The level whose children are listed: for all facilities below a company or division that of a region. */
export function rowsBelow<At extends Level>(
  level: At,
  facilities: boolean,
): At | "region" {
  const hasRegions = level === "company" || level === "division";
  return facilities && hasRegions ? "region" : level;
}
