import { paths } from "~/paths";
import type { SignedIn } from "~/session/require-user.server";
import {
  ownLevelOf,
  ownLocations,
  ownPhysicians,
  type OwnLocations,
} from "./own-locations";
import type { NavLink } from "~/ui/nav";
import type { ShellNotice } from "./notices/client-notices";

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

const MOST_LINKS = 20;

/** Only places with names at hand. Account managers look after users alone, so they have none. */
export async function ownPlaceLinks({
  user: { viewer },
  organizationAtHand,
}: Pick<SignedIn, "user" | "organizationAtHand">): Promise<NavLink[]> {
  if (viewer.accessLevel === "account_manager") return [];
  const all = { text: "All locations", href: paths.search };
  const level = ownLevelOf(viewer);
  if (level === null) {
    const own = ownPhysicians(viewer)?.links ?? [];
    return [...own.map(({ name: text, href }) => ({ text, href })), all];
  }
  const known = await organizationAtHand();
  const own =
    known?.kind === "data"
      ? ownLocations(level, viewer, known.organization)
      : null;
  const links = (own?.links ?? []).slice(0, MOST_LINKS);
  return [...links.map(({ name: text, href }) => ({ text, href })), all];
}
