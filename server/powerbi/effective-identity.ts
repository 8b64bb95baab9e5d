import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";

/** Who row-level security takes the viewer for. */
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

/** The longest username that Power BI takes. */
const LONGEST_USERNAME = 256;

/**
 * The viewer as rules of row-level security read them: level, a colon, its ids separated by spaces, and ';isnp' for those
 * who see ISNP residents alone: 'facility:12 14;isnp'. The company is 'company:0'.
 */
function usernameOf(viewer: Viewer): string {
  const { accessLevel, accessLevelIds, isnpOnly } = viewer;
  const ids = [...new Set(accessLevelIds)].sort((a, b) => a - b);
  return `${accessLevel}:${ids.join(" ")}${isnpOnly ? ";isnp" : ""}`;
}

/**
 * The identity that a viewer sees an embedded report as, null for a model that asks for none. A model without row-level
 * security would show every place to everybody, so whoever may not see all of them is refused; so is everybody where the
 * list names a role and the model has lost its rules, or the model needs a role and the list names none.
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
  // A rule that looks for a row's place in no ids at all may find the rows that have none.
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
