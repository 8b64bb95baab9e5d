import { NO_PHYSICIAN_ID, type LocationLevel } from "../places/hierarchy";
import { isAccessible, type AccessibleLocations } from "./accessible-locations";
import { rankOf } from "./ranks";
import type { Viewer } from "./viewer";

/** Whether a user may open a screen; `home` redirects to '/' without a refusal. `app/screens.server.ts` assigns the rules. */
export type Verdict = "allow" | "forbidden" | "not-found" | "home";

export const ADMINISTRATOR_RANK = 7;

export const LOCATION_RANKS: Readonly<Record<LocationLevel, number>> = {
  facility: 2,
  region: 3,
  division: 4,
};

const MEDICAL_STAFF_RANK = 3;

const DIGITS = /^\d+$/;
const LONGEST_ID = 15;
/** The id of a resident or transfer that only a feed reported is below 0. */
const SIGNED_ID = /^-?\d{1,15}$/;

export function everybody(): Verdict {
  return "allow";
}

export function accountManagers({ accessLevel }: Viewer): Verdict {
  return allowWhen(rankOf(accessLevel) === ADMINISTRATOR_RANK);
}

export function allButAccountManagers({ accessLevel }: Viewer): Verdict {
  return allowWhen(rankOf(accessLevel) !== ADMINISTRATOR_RANK);
}

/** Lists and pages of residents are closed to those who administer users (R263). */
export function mayReadResidents(viewer: Viewer): boolean {
  return allButAccountManagers(viewer) === "allow";
}

export function companyWide({ accessLevel }: Viewer): Verdict {
  const rank = rankOf(accessLevel);
  return allowWhen(rank === 5 || rank === 6);
}

export function facilityAndAbove({ accessLevel }: Viewer): Verdict {
  return allowWhen(rankOf(accessLevel) >= LOCATION_RANKS.facility);
}

/** Ranks 1 and 2 are led home, and account managers refused (R12, R14). */
export function medicalStaffReport(viewer: Viewer): Verdict {
  return rankOf(viewer.accessLevel) < MEDICAL_STAFF_RANK
    ? "home"
    : allButAccountManagers(viewer);
}

export function isId(text: string): boolean {
  return DIGITS.test(text) && text.length <= LONGEST_ID;
}

export function isSignedId(text: string): boolean {
  return SIGNED_ID.test(text);
}

export function locationPage(
  { accessLevel }: Viewer,
  level: LocationLevel,
  id: string,
  organization: AccessibleLocations,
): Verdict {
  if (!DIGITS.test(id)) return "not-found";
  if (rankOf(accessLevel) < LOCATION_RANKS[level]) return "forbidden";
  if (id.length > LONGEST_ID) return "forbidden";
  return allowWhen(isAccessible(organization, level, Number(id)));
}

/** The page of a physician. Whether a higher rank may see the physician is judged with the data (R11). */
export function physicianPage(viewer: Viewer, npi: string): Verdict {
  if (!DIGITS.test(npi)) return "not-found";
  if (rankOf(viewer.accessLevel) > 1) {
    return npi.length > LONGEST_ID ? "not-found" : "allow";
  }
  return allowWhen(
    npi.length <= LONGEST_ID &&
      Number(npi) !== NO_PHYSICIAN_ID &&
      viewer.accessLevelIds.includes(Number(npi)),
  );
}

/** Stays without a physician are in the lists of their facilities, so they have no list of their own. */
export function todayOfPhysician(viewer: Viewer, npi: string): Verdict {
  return rankOf(viewer.accessLevel) > 1 && Number(npi) === NO_PHYSICIAN_ID
    ? "not-found"
    : physicianPage(viewer, npi);
}

function allowWhen(condition: boolean): Verdict {
  return condition ? "allow" : "forbidden";
}
