import type { AccessibleLocations } from "~/domain/access/accessible-locations";
import {
  accountManagers,
  allButAccountManagers,
  companyWide,
  everybody,
  facilityAndAbove,
  isId,
  isSignedId,
  locationPage,
  medicalStaffReport,
  physicianPage,
  todayOfPhysician,
  type Verdict,
} from "~/domain/access/guard";
import type { Viewer } from "~/domain/access/viewer";
import type { AuditAction } from "~/features/audit/rules/actions";
import { NOTE_LEVELS } from "~/domain/graphs/note-kinds";
import { RESIDENT_LEVELS } from "~/features/today/rules/query";
import {
  COMPANY_ID,
  LEVELS,
  LEVELS_ABOVE_FACILITIES,
  type Level,
  type LocationLevel,
} from "~/domain/places/hierarchy";
import { mayRequestCmsReports } from "~/features/cms-requests/rules/report-list";
import { SIGNAL_LEVELS } from "~/features/signals/rules/own-places";

type Params = Readonly<Record<string, string>>;

/** Segments of the address as they were typed: whether they are numbers is part of the verdict (R10). */
type Who = (
  viewer: Viewer,
  params: Params,
  organization: () => Promise<AccessibleLocations>,
) => Verdict | Promise<Verdict>;

export interface Screen {
  /** The address; a segment after a colon is a parameter. */
  path: string;
  who: Who;
  /** False for what no specified API host has: it is absent with `API_URL`. */
  specified: boolean;
  /** A page has an address that login may lead back to; a file and a step belong to one. */
  kind: "page" | "file" | "step";
  /** What looking at it records, if there is anything to be seen. The service records it, with its rows. */
  audit: readonly AuditAction[];
}

const page = (path: string, who: Who, ...audit: AuditAction[]): Screen => {
  return { path, who, specified: true, kind: "page", audit };
};
const own = (path: string, who: Who, ...audit: AuditAction[]): Screen => {
  return { ...page(path, who, ...audit), specified: false };
};
const file = (one: Screen): Screen => ({ ...one, kind: "file" });
const step = (one: Screen): Screen => ({ ...one, kind: "step" });

const managersOfId: Who = (viewer, { id = "" }) =>
  isId(id) ? accountManagers(viewer) : "not-found";

const place =
  (level: LocationLevel): Who =>
  async (viewer, { id = "" }, organization) =>
    locationPage(viewer, level, id, await organization());

const profileOf: Record<Level, Who> = {
  company: (viewer, { id }) =>
    id === String(COMPANY_ID) ? companyWide(viewer) : "not-found",
  division: place("division"),
  region: place("region"),
  facility: place("facility"),
  physician: (viewer, { id = "" }) => physicianPage(viewer, id),
};

/** Whoever may open the profile may open these. */
const placeOf =
  (levels: readonly Level[]): Who =>
  (viewer, params, organization) => {
    const level = levels.find((one) => one === params.level);
    return level ? profileOf[level](viewer, params, organization) : "not-found";
  };

/** Which residents and transfers a viewer may see is judged with the data (R313). */
const signedId: Who = (_, { id = "" }) =>
  isSignedId(id) ? "allow" : "not-found";

/** Refuses account managers what the rule would let them open (R263). */
const residentReaders =
  (who: Who): Who =>
  async (viewer, ...address) => {
    const verdict = await who(viewer, ...address);
    return verdict === "allow" ? allButAccountManagers(viewer) : verdict;
  };

const today: Who = (viewer, params, organization) =>
  params.level === "physician"
    ? todayOfPhysician(viewer, params.id ?? "")
    : placeOf(LEVELS)(viewer, params, organization);

const residentsToday: Who = (viewer, params, organization) =>
  RESIDENT_LEVELS.some((level) => level === params.level)
    ? today(viewer, params, organization)
    : "not-found";

/**
 * Every address that leads to login without a session (R6 to R14). The earlier of two matching patterns counts; any
 * other address is not found.
 */
export const SCREENS = {
  home: page("/", everybody),
  search: page("/search", everybody, "view_patients"),
  companyOverview: page("/company-overview", companyWide),
  divisionProfile: page("/division-profile/:id", profileOf.division),
  regionProfile: page("/region-profile/:id", profileOf.region),
  facilityProfile: page("/facility-profile/:id", profileOf.facility),
  physicianProfile: page(
    "/physician-profile/:id",
    profileOf.physician,
    "view_patients",
  ),
  patientProfile: page("/patient-profile/:id", (_, { id = "" }) =>
    isId(id) ? "allow" : "not-found",
  ),
  metricData: file(
    page("/metric-data/:level/:id", placeOf(LEVELS), "export_rows"),
  ),
  figureRows: own(
    "/figure-rows/:level/:id",
    residentReaders(placeOf(LEVELS)),
    "view_patients",
  ),
  today: own("/today/:level/:id", residentReaders(today), "view_patients"),
  todayData: file(
    own(
      "/today-data/:level/:id",
      residentReaders(residentsToday),
      "export_rows",
    ),
  ),
  transfers: own("/transfers/:level/:id", placeOf(LEVELS), "view_patients"),
  signals: own("/signals/:level/:id", placeOf(SIGNAL_LEVELS)),
  signalsData: file(own("/signals-data/:level/:id", placeOf(SIGNAL_LEVELS))),
  facilities: own("/facilities/:level/:id", placeOf(LEVELS_ABOVE_FACILITIES)),
  facilitiesData: file(
    own("/facilities-data/:level/:id", placeOf(LEVELS_ABOVE_FACILITIES)),
  ),
  changes: own("/changes", residentReaders(facilityAndAbove), "view_patients"),
  changesOfPlace: own(
    "/changes/:level/:id",
    residentReaders(placeOf(LEVELS_ABOVE_FACILITIES)),
    "view_patients",
  ),
  events: own("/events/:level/:id", placeOf(NOTE_LEVELS)),
  targets: own("/targets/:level/:id", placeOf(NOTE_LEVELS)),
  resident: own("/residents/:id", residentReaders(signedId), "view_resident"),
  reviews: own("/reviews", allButAccountManagers, "view_patients"),
  reviewCauses: own("/reviews/causes", accountManagers),
  review: own("/reviews/:id", residentReaders(signedId), "view_review"),
  transferNotices: own(
    "/transfer-notices/:level/:id",
    residentReaders(placeOf(["facility"])),
    "view_patients",
  ),
  transferNotice: own(
    "/transfer-notices/:id",
    residentReaders(signedId),
    "view_transfer_notices",
  ),
  transferNoticesData: file(
    own(
      "/transfer-notices-data/:level/:id",
      residentReaders(placeOf(["facility"])),
      "export_rows",
    ),
  ),
  dataQuality: own("/census", facilityAndAbove, "view_patients"),
  reports: page("/reports", allButAccountManagers),
  afterHours: page(
    "/reports/after-hours-patient-report",
    allButAccountManagers,
    "view_notes",
  ),
  medicalStaff: page("/reports/medical-staff-report", medicalStaffReport),
  medicalStaffData: file(page("/medical-staff-data", medicalStaffReport)),
  cmsReports: page("/reports/cms-qies-reports", allButAccountManagers),
  cmsRequest: page("/reports/cms-qies-reports/request", (viewer) =>
    mayRequestCmsReports(viewer) ? "allow" : "forbidden",
  ),
  cmsReportFile: file(page("/cms-report-file/:id", allButAccountManagers)),
  systemTest: page("/reports/system-test", allButAccountManagers),
  /** Says in its own words that access is missing, as specified. */
  report: page("/reports/:slug", everybody),
  reportToken: step(page("/report-token/:slug", everybody)),
  users: page("/users", accountManagers),
  addUser: page("/users/add", accountManagers),
  createUser: page("/user/create", accountManagers),
  usersFromFile: own("/users/from-file", accountManagers),
  editUser: page("/users/:id/edit", managersOfId),
  deleteUser: page("/users/:id/delete", managersOfId),
  resetFactor: own("/users/:id/second-factor", managersOfId),
  userSessions: own("/users/:id/sessions", managersOfId),
  organisationAccount: own("/users/:id/organisation-account", managersOfId),
  reportsConfig: page("/users/reports-config", accountManagers),
  auditTrail: own("/users/audit-trail", accountManagers, "view_audit_trail"),
  auditFile: file(own("/audit-file", accountManagers, "export_audit_trail")),
  imports: own("/users/imports", accountManagers),
  factorRules: own("/users/second-factor", accountManagers),
  groups: own("/users/groups", accountManagers),
  addGroup: own("/users/groups/add", accountManagers),
  group: own("/users/groups/:id", managersOfId),
  removeGroup: own("/users/groups/:id/remove", managersOfId),
  messages: own("/feed", accountManagers),
  message: own("/feed/message/:id", managersOfId),
  sender: own("/feed/sender", accountManagers),
  changePassword: own("/change-password", everybody),
  ownSignIn: own("/sign-in-settings", everybody),
  ownFactor: own("/sign-in-settings/second-factor", everybody),
  recoveryCodes: own("/sign-in-settings/recovery-codes", everybody),
  removeFactor: own("/sign-in-settings/remove", everybody),
  addPasskey: own("/sign-in-settings/add-passkey", everybody),
  removePasskey: own("/sign-in-settings/remove-passkey", everybody),
  incompleteData: page("/incomplete-data", everybody),
  dismiss: step(page("/dismiss", everybody)),
} satisfies Record<string, Screen>;

export type ScreenName = keyof typeof SCREENS;

const patterns = Object.entries<Screen>(SCREENS).map(([name, screen]) => ({
  name: name as ScreenName,
  screen,
  // The router ignores case and one slash at the end, too.
  pattern: new RegExp(
    `^${screen.path.replace(/:(\w+)/g, "(?<$1>[^/]+)").replace(/\/$/, "")}/?$`,
    "i",
  ),
}));

/** Null if there is none. */
export function screenAt(
  pathname: string,
): { name: ScreenName; screen: Screen; params: Params } | null {
  for (const { name, screen, pattern } of patterns) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    const params = decoded(match.groups ?? {});
    return params && { name, screen, params };
  }
  return null;
}

function decoded(groups: Record<string, string>): Params | null {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, text]) => [
        name,
        decodeURIComponent(text),
      ]),
    );
  } catch {
    return null;
  }
}
