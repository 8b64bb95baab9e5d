import { NOTE_LEVELS } from "../chart-notes/note-kinds";
import { COMPANY_ID, LEVELS, type LocationLevel } from "../places/hierarchy";
import { TODAY_LEVELS, type TodayLevel } from "../today/today-levels";

/** Report pages with a route of their own (R6). */
export const FIXED_REPORTS = [
  "after-hours-patient-report",
  "medical-staff-report",
  "cms-qies-reports",
  "system-test",
] as const;

export type FixedReport = (typeof FIXED_REPORTS)[number];

/**
 * A page that somebody asks for. Ids stay as they were typed, because the guard judges whether they are numbers (R10).
 */
export type PageRequest =
  | { page: "login" }
  | { page: "home" }
  | { page: "search" }
  | { page: "company-overview" }
  | { page: "location-profile"; level: LocationLevel; id: string }
  | { page: "physician-profile"; npi: string }
  | { page: "patient-profile"; id: string }
  | { page: "today"; level: TodayLevel; id: string }
  | { page: "resident"; id: string }
  | { page: "reports" }
  | { page: "fixed-report"; report: FixedReport }
  | { page: "report"; slug: string }
  | { page: "users" }
  | { page: "reports-config" }
  | { page: "user-create" }
  | { page: "audit-trail" }
  | { page: "imports" }
  | { page: "census" }
  | { page: "feed" }
  | { page: "reviews" }
  | { page: "review"; id: string }
  | { page: "review-causes" }
  | { page: "change-password" }
  | { page: "sign-in-settings" }
  | { page: "second-factor-rules" }
  | { page: "group-rules" }
  | { page: "incomplete-data" };

const PLAIN_PAGES: ReadonlyMap<string, PageRequest> = new Map<
  string,
  PageRequest
>([
  ["/", { page: "home" }],
  ["/login", { page: "login" }],
  ["/login/code", { page: "login" }],
  ["/login/set-up", { page: "login" }],
  ["/search", { page: "search" }],
  ["/company-overview", { page: "company-overview" }],
  ["/reports", { page: "reports" }],
  ["/users", { page: "users" }],
  ["/users/reports-config", { page: "reports-config" }],
  ["/users/add", { page: "users" }],
  ["/users/audit-trail", { page: "audit-trail" }],
  ["/users/imports", { page: "imports" }],
  ["/users/second-factor", { page: "second-factor-rules" }],
  ["/users/groups", { page: "group-rules" }],
  ["/users/groups/add", { page: "group-rules" }],
  ["/census", { page: "census" }],
  ["/reviews", { page: "reviews" }],
  ["/reviews/causes", { page: "review-causes" }],
  ["/feed", { page: "feed" }],
  ["/feed/sender", { page: "feed" }],
  ["/user/create", { page: "user-create" }],
  ["/change-password", { page: "change-password" }],
  ["/sign-in-settings", { page: "sign-in-settings" }],
  ["/sign-in-settings/second-factor", { page: "sign-in-settings" }],
  ["/sign-in-settings/recovery-codes", { page: "sign-in-settings" }],
  ["/sign-in-settings/remove", { page: "sign-in-settings" }],
  ["/sign-in-settings/add-passkey", { page: "sign-in-settings" }],
  ["/sign-in-settings/remove-passkey", { page: "sign-in-settings" }],
  ["/incomplete-data", { page: "incomplete-data" }],
]);

/** Dialogs over the list of users, each about one of them. */
const USER_TASKS: readonly string[] = [
  "edit",
  "delete",
  "second-factor",
  "sessions",
  "organisation-account",
];

function segmentsOf(pathname: string): string[] | null {
  const withoutLastSlash =
    pathname.length > 1 && pathname.endsWith("/")
      ? pathname.slice(0, -1)
      : pathname;
  try {
    return withoutLastSlash.slice(1).split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}

/**
 * The page of a URL's pathname, with or without its last slash, or null for a path that the portal does not have
 * (R6). Paths are matched as they are written, in lower case.
 */
export function parsePage(pathname: string): PageRequest | null {
  const segments = pathname.startsWith("/") ? segmentsOf(pathname) : null;
  if (segments === null) return null;
  const plain = PLAIN_PAGES.get(`/${segments.join("/")}`);
  if (plain) return plain;
  const [prefix, id, ...more] = segments;
  if (
    prefix === "reports" &&
    id === "cms-qies-reports" &&
    more[0] === "request"
  ) {
    return more.length === 1 ? { page: "fixed-report", report: id } : null;
  }
  if (prefix === "users" && id === "groups") {
    const [group = "", ...task] = more;
    return /^\d{1,15}$/.test(group) && ["", "remove"].includes(task.join("/"))
      ? { page: "group-rules" }
      : null;
  }
  if (prefix === "users" && USER_TASKS.includes(more[0] ?? "")) {
    return more.length === 1 && /^\d{1,15}$/.test(id ?? "")
      ? { page: "users" }
      : null;
  }
  if (prefix === "transfers" || (prefix === "signals" && id !== "physician")) {
    return more.length === 1 ? profileOf(id ?? "", more[0] ?? "") : null;
  }
  if (prefix === "events" && NOTE_LEVELS.some((level) => level === id)) {
    return more.length === 1 ? profileOf(id ?? "", more[0] ?? "") : null;
  }
  if (prefix === "feed" && id === "message") {
    return more.length === 1 && /^\d{1,15}$/.test(more[0] ?? "")
      ? { page: "feed" }
      : null;
  }
  if (prefix === "today") {
    const level = TODAY_LEVELS.find((one) => one === id);
    const [of] = more;
    return level && of && more.length === 1
      ? { page: "today", level, id: of }
      : null;
  }
  return id && more.length === 0 ? pageWithId(prefix ?? "", id) : null;
}

/** The profile of a level: what belongs to it is open to whoever may open it. */
function profileOf(level: string, id: string): PageRequest | null {
  if (level === "company") {
    return id === String(COMPANY_ID) ? { page: "company-overview" } : null;
  }
  return LEVELS.some((one) => one === level)
    ? pageWithId(`${level}-profile`, id)
    : null;
}

function pageWithId(prefix: string, id: string): PageRequest | null {
  switch (prefix) {
    case "division-profile":
      return { page: "location-profile", level: "division", id };
    case "region-profile":
      return { page: "location-profile", level: "region", id };
    case "facility-profile":
      return { page: "location-profile", level: "facility", id };
    case "physician-profile":
      return { page: "physician-profile", npi: id };
    case "patient-profile":
      return { page: "patient-profile", id };
    case "residents":
      return { page: "resident", id };
    case "reviews":
      return { page: "review", id };
    case "reports": {
      const report = FIXED_REPORTS.find((fixed) => fixed === id);
      return report
        ? { page: "fixed-report", report }
        : { page: "report", slug: id };
    }
    default:
      return null;
  }
}
