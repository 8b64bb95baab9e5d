import type { Viewer } from "~/domain/access/viewer";
import {
  COMPANY_ID,
  NO_PHYSICIAN_ID,
  type Level,
} from "~/domain/places/hierarchy";

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

export interface OwnPlace {
  level: Level;
  id: number;
}

export function npiText(npi: number): string {
  return `NPI ${npi}`;
}

const MOST_PLACES = 100;

export function ownPlacesOf({
  accessLevel,
  accessLevelIds,
}: Viewer): OwnPlace[] {
  switch (accessLevel) {
    case "account_manager":
      return [];
    case "company":
    case "admin":
      return [{ level: "company", id: COMPANY_ID }];
    default:
      return [...new Set(accessLevelIds)]
        .filter(
          (id) => !(accessLevel === "physician" && id === NO_PHYSICIAN_ID),
        )
        .slice(0, MOST_PLACES)
        .map((id) => ({ level: accessLevel, id }));
  }
}
