import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";

export interface EffectiveIdentity {
  username: string;
  roles?: string[];
}

export interface ModelNeeds {
  identityRequired: boolean;
  rolesRequired: boolean;
}

export type IdentityVerdict =
  | { verdict: "allow"; identity: EffectiveIdentity | null }
  | { verdict: "forbidden" | "not-set-up"; words: string };

/** Power BI's limit. */
const LONGEST_USERNAME = 256;

/**
 * Level, a colon, ids separated by spaces, and ';isnp' for ISNP-only viewers: 'facility:12 14;isnp'. The company is
 * 'company:0'.
 */
function usernameOf(viewer: Viewer): string {
  const { accessLevel, accessLevelIds, isnpOnly } = viewer;
  const ids = [...new Set(accessLevelIds)].sort((a, b) => a - b);
  return `${accessLevel}:${ids.join(" ")}${isnpOnly ? ";isnp" : ""}`;
}

/**
 * The identity for an embedded report; null for a model that needs none. A model without row-level security shows every
 * place, so viewers limited to places are refused. Everybody is refused if the list names a role but the model has lost
 * its rules, or if the model needs a role and the list names none.
 */
export function identityFor(
  viewer: Viewer,
  role: string | null,
  { identityRequired, rolesRequired }: ModelNeeds,
): IdentityVerdict {
  if (!identityRequired) return withoutIdentity(viewer, role);
  if (rolesRequired && role === null) {
    return {
      verdict: "not-set-up",
      words:
        "This report needs a security role. None is set up for it. Please tell an administrator.",
    };
  }
  // A rule that compares with an empty list may match rows without a place.
  if (viewer.accessLevelIds.length === 0) {
    return {
      verdict: "forbidden",
      words:
        "This report shows only your own locations. Your account has none.",
    };
  }
  const username = usernameOf(viewer);
  if (username.length > LONGEST_USERNAME) {
    return {
      verdict: "forbidden",
      words:
        "This report shows only your own locations. Your account has too many for it.",
    };
  }
  return {
    verdict: "allow",
    identity: role === null ? { username } : { username, roles: [role] },
  };
}

function withoutIdentity(viewer: Viewer, role: string | null): IdentityVerdict {
  if (role !== null) {
    return {
      verdict: "not-set-up",
      words:
        "This report should show each user only their own locations, but its model has no such rules. Please tell an administrator.",
    };
  }
  const seesAll =
    rankOf(viewer.accessLevel) >= rankOf("company") && !viewer.isnpOnly;
  return seesAll
    ? { verdict: "allow", identity: null }
    : {
        verdict: "forbidden",
        words:
          "This report shows all locations and residents. Your account cannot see all of them.",
      };
}
