import { locationOptions } from "~/domain/places/location-choice";
import type { Organization } from "~/contract/organization";
import type { LocationLevel } from "~/domain/places/hierarchy";
import type { Viewer } from "~/domain/access/viewer";
import { npiText, ownPlacesOf } from "~/features/signals/rules/own-places";
import { profilePath } from "~/paths";

export interface OwnLocations {
  heading: string;
  links: { name: string; href: string }[];
}

const HEADINGS: Record<LocationLevel, string> = {
  division: "Your divisions",
  region: "Your regions",
  facility: "Your facilities",
};

/** Null for viewers without places of their own. */
export function ownLevelOf({ accessLevel }: Viewer): LocationLevel | null {
  switch (accessLevel) {
    case "division":
    case "region":
    case "facility":
      return accessLevel;
    default:
      return null;
  }
}

export function ownPhysicians(viewer: Viewer): OwnLocations | null {
  const links = ownPlacesOf(viewer).flatMap(({ level, id }) =>
    level === "physician"
      ? [{ name: npiText(id), href: profilePath(level, id) }]
      : [],
  );
  return links.length === 0 ? null : { heading: "Your profiles", links };
}

export function ownLocations(
  level: LocationLevel,
  { accessLevelIds }: Viewer,
  organization: Organization,
): OwnLocations | null {
  const own = new Set(accessLevelIds);
  const links = locationOptions(organization)
    [level].filter(({ id }) => own.has(id))
    .sort((one, other) => one.name.localeCompare(other.name, "en"))
    .map(({ id, name }) => ({ name, href: profilePath(level, id) }));
  return links.length === 0 ? null : { heading: HEADINGS[level], links };
}
