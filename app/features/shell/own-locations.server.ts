import type { Organization } from "~/contract/organization";
import type { Viewer } from "~/domain/access/viewer";
import type { LocationLevel } from "~/domain/places/hierarchy";
import { locationOptions } from "~/domain/places/location-choice";
import { npiText, ownPlacesOf } from "~/features/signals/rules/own-places";
import { paths, profilePath } from "~/paths";
import type { SignedIn } from "~/session/require-user.server";
import type { NavLink } from "~/ui/nav";
import type { ShellNotice } from "./notices/client-notices";

export interface OwnLocations {
  heading: string;
  links: NavLink[];
}

const HEADINGS: Record<LocationLevel, string> = {
  division: "Your divisions",
  region: "Your regions",
  facility: "Your facilities",
};

const MOST_LINKS = 20;

export async function loadOwnLocations({
  user: { viewer },
  findOrganization,
}: Pick<SignedIn, "user" | "findOrganization">): Promise<{
  locations: OwnLocations | null;
  notices: ShellNotice[];
}> {
  const level = ownLevelOf(viewer);
  if (level === null) return { locations: ownPhysicians(viewer), notices: [] };
  const outcome = await findOrganization();
  if (outcome.kind === "failure") {
    return {
      locations: null,
      notices: [{ tone: "error", text: outcome.message }],
    };
  }
  return {
    locations: ownLocations(level, viewer, outcome.organization),
    notices: [],
  };
}

/** Only places with names at hand. Account managers look after users alone, so they have none. */
export async function ownPlaceLinks({
  user: { viewer },
  organizationAtHand,
}: Pick<SignedIn, "user" | "organizationAtHand">): Promise<NavLink[]> {
  if (viewer.accessLevel === "account_manager") return [];
  const all = { text: "All locations", href: paths.search };
  const level = ownLevelOf(viewer);
  if (level === null) return [...(ownPhysicians(viewer)?.links ?? []), all];
  const known = await organizationAtHand();
  const own =
    known?.kind === "data"
      ? ownLocations(level, viewer, known.organization)
      : null;
  return [...(own?.links ?? []).slice(0, MOST_LINKS), all];
}

/** Null for viewers without places of their own. */
function ownLevelOf({ accessLevel }: Viewer): LocationLevel | null {
  switch (accessLevel) {
    case "division":
    case "region":
    case "facility":
      return accessLevel;
    default:
      return null;
  }
}

function ownPhysicians(viewer: Viewer): OwnLocations | null {
  const links = ownPlacesOf(viewer).flatMap(({ level, id }) =>
    level === "physician"
      ? [{ text: npiText(id), href: profilePath(level, id) }]
      : [],
  );
  return links.length === 0 ? null : { heading: "Your profiles", links };
}

function ownLocations(
  level: LocationLevel,
  { accessLevelIds }: Viewer,
  organization: Organization,
): OwnLocations | null {
  const own = new Set(accessLevelIds);
  const links = locationOptions(organization)
    [level].filter(({ id }) => own.has(id))
    .sort((one, other) => one.name.localeCompare(other.name, "en"))
    .map(({ id, name }) => ({ text: name, href: profilePath(level, id) }));
  return links.length === 0 ? null : { heading: HEADINGS[level], links };
}
