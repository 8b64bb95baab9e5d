import { NO_PHYSICIAN_ID, type LocationLevel } from "../places/hierarchy";
import { isAccessible, type AccessibleLocations } from "./accessible-locations";
import type { PageRequest } from "./page-request";
import { rankOf } from "./ranks";
import type { Viewer } from "./viewer";

export { parsePage, type PageRequest } from "./page-request";

/** What a guard says; `session/` turns it into an answer. */
export type Verdict = "allow" | "forbidden" | "not-found";

/** Rank of the user administrators (R5). */
export const ADMINISTRATOR_RANK = 7;

/** Rank that the page of a location needs (R10). */
export const LOCATION_RANKS: Readonly<Record<LocationLevel, number>> = {
  facility: 2,
  region: 3,
  division: 4,
};

const MEDICAL_STAFF_RANK = 3;

const DIGITS = /^\d+$/;
const LONGEST_ID = 15;
/** Of a resident or a transfer: below 0 where a feed alone has told of it. */
const SIGNED_ID = /^-?\d{1,15}$/;

/**
 * Whether a viewer may open a page (R7 to R13).
 *
 * `organization` holds the locations that the viewer may open. Null means unknown: every location page is then
 * forbidden. `reportIds` holds the slugs of the reports that the viewer may see. Null means unknown: every listed
 * report is then forbidden. Report pages with a route of their own do not depend on the list. The API host guards
 * their data, and its 403 replaces the page.
 */
export function guardPage(
  page: PageRequest,
  viewer: Viewer,
  organization: AccessibleLocations | null,
  reportIds: readonly string[] | null,
): Verdict {
  const rank = rankOf(viewer.accessLevel);
  switch (page.page) {
    case "login":
    case "home":
    case "search":
    case "incomplete-data":
    case "change-password":
    case "sign-in-settings":
    case "reviews":
      return "allow";
    case "patient-profile":
      return DIGITS.test(page.id) && page.id.length <= LONGEST_ID
        ? "allow"
        : "not-found";
    // Whom a viewer may see the API host judges (R313).
    case "resident":
    case "review":
      return SIGNED_ID.test(page.id) ? "allow" : "not-found";
    case "census":
      return allowWhen(rank >= LOCATION_RANKS.facility);
    case "company-overview":
      return allowWhen(rank === 5 || rank === 6);
    case "location-profile":
      return guardLocation(page.level, page.id, rank, organization);
    case "physician-profile":
      return guardPhysician(page.npi, rank, viewer);
    case "today":
      if (page.level === "facility") {
        return guardLocation(page.level, page.id, rank, organization);
      }
      // Nobody's residents are in the lists of their facilities.
      return rank > 1 && Number(page.id) === NO_PHYSICIAN_ID
        ? "not-found"
        : guardPhysician(page.id, rank, viewer);
    case "reports":
    case "fixed-report":
      return allowWhen(rank !== ADMINISTRATOR_RANK);
    case "report":
      if (rank === ADMINISTRATOR_RANK || reportIds === null) return "forbidden";
      return reportIds.includes(page.slug) ? "allow" : "not-found";
    case "users":
    case "reports-config":
    case "user-create":
    case "audit-trail":
    case "imports":
    case "second-factor-rules":
    case "group-rules":
    case "feed":
    case "review-causes":
      return allowWhen(rank === ADMINISTRATOR_RANK);
  }
}

/**
 * True where the guard allows a page and the viewer is still led to '/': the Medical Staff Report below rank 3 (R14).
 * This is not a refusal, so it is not a verdict.
 */
export function isSentHome(page: PageRequest, viewer: Viewer): boolean {
  return (
    page.page === "fixed-report" &&
    page.report === "medical-staff-report" &&
    rankOf(viewer.accessLevel) < MEDICAL_STAFF_RANK
  );
}

/** True where the verdict needs the viewer's accessible locations. */
export function needsOrganization(page: PageRequest): boolean {
  return (
    page.page === "location-profile" ||
    (page.page === "today" && page.level === "facility")
  );
}

/** True where the verdict needs the viewer's list of reports. */
export function needsReports(page: PageRequest): boolean {
  return page.page === "report";
}

function allowWhen(condition: boolean): Verdict {
  return condition ? "allow" : "forbidden";
}

function guardLocation(
  level: LocationLevel,
  id: string,
  rank: number,
  organization: AccessibleLocations | null,
): Verdict {
  if (!DIGITS.test(id)) return "not-found";
  if (rank < LOCATION_RANKS[level] || organization === null) return "forbidden";
  if (id.length > LONGEST_ID) return "forbidden";
  return allowWhen(isAccessible(organization, level, Number(id)));
}

/** The API host judges whether a viewer of a higher rank may see the physician. */
function guardPhysician(npi: string, rank: number, viewer: Viewer): Verdict {
  if (!DIGITS.test(npi)) return "not-found";
  if (rank > 1) return npi.length > LONGEST_ID ? "not-found" : "allow";
  return allowWhen(
    npi.length <= LONGEST_ID &&
      Number(npi) !== NO_PHYSICIAN_ID &&
      viewer.accessLevelIds.includes(Number(npi)),
  );
}
