import type { SignedIn } from "~/session/require-user.server";
import {
  ownLevelOf,
  ownLocations,
  ownPhysicians,
  type OwnLocations,
} from "./own-locations";
import type { ShellNotice } from "./shell-data";

/** The places that the logo page lists; without the organisation it goes without them, and says so. */
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
