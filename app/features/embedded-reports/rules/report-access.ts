import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";

/** Lowest first; account managers have no reports (R208). */
export const REPORT_LEVELS: readonly AccessLevel[] = ACCESS_LEVELS.filter(
  (level) => level !== "account_manager",
);

/** Slugs (R6). */
export const FIXED_REPORTS = [
  "after-hours-patient-report",
  "medical-staff-report",
  "cms-qies-reports",
  "system-test",
] as const;

export type FixedReport = (typeof FIXED_REPORTS)[number];

/** What decides which levels can ever have the report. */
export interface ReportKind {
  slug: string;
  isEmbedded: boolean;
}

export interface ReportAccess extends ReportKind {
  id: number;
  title: string;
  roles: readonly AccessLevel[];
}

interface Closed {
  levels: readonly AccessLevel[];
  reason: string;
}

const EMBEDDED: Closed = {
  levels: ["physician"],
  reason: "Physicians never see embedded reports.",
};

const CLOSED: ReadonlyMap<string, Closed> = new Map<string, Closed>([
  [
    "cms-qies-reports",
    { levels: ["physician"], reason: "Physicians cannot request CMS reports." },
  ],
  [
    "medical-staff-report",
    {
      levels: ["physician", "facility"],
      reason:
        "The Medical Staff Report is for region, division and company level.",
    },
  ],
]);

function closedOf({ slug, isEmbedded }: ReportKind): Closed | undefined {
  return isEmbedded ? EMBEDDED : CLOSED.get(slug);
}

/** Null if every level can have the report. */
export function whyClosed(report: ReportKind): string | null {
  return closedOf(report)?.reason ?? null;
}

/** Null if the level can have the report. */
export function whyClosedTo(
  report: ReportKind,
  level: AccessLevel,
): string | null {
  const closed = closedOf(report);
  return closed?.levels.includes(level) ? closed.reason : null;
}

export function isClosedTo(report: ReportKind, level: AccessLevel): boolean {
  return whyClosedTo(report, level) !== null;
}

export interface AccessChange {
  reportId: number;
  level: AccessLevel;
  allow: boolean;
}

export function cellName(title: string, level: AccessLevel): string {
  return `${title}, ${ACCESS_LEVEL_NAMES[level]}`;
}

/** False if a tick would do nothing. A role that is set all the same can be removed. */
export function canToggle(
  report: ReportKind & Pick<ReportAccess, "roles">,
  level: AccessLevel,
): boolean {
  return !isClosedTo(report, level) || report.roles.includes(level);
}

/** Ignores case, and compares numbers as numbers. */
export function inTitleOrder<Report extends { id: number; title: string }>(
  reports: readonly Report[],
): Report[] {
  return [...reports].sort(
    (one, other) =>
      byTitle.compare(one.title, other.title) || one.id - other.id,
  );
}

const byTitle = new Intl.Collator("en", { numeric: true });

export interface SentRow {
  reportId: number;
  seen: readonly AccessLevel[];
  ticked: readonly AccessLevel[];
}

/** Only changed boxes count, so nobody undoes what somebody else has changed since. */
export function changesIn(rows: readonly SentRow[]): AccessChange[] {
  return rows.flatMap(({ reportId, seen, ticked }) =>
    REPORT_LEVELS.filter(
      (level) => seen.includes(level) !== ticked.includes(level),
    ).map((level) => ({ reportId, level, allow: ticked.includes(level) })),
  );
}

export function withChanges(
  { id, roles }: Pick<ReportAccess, "id" | "roles">,
  changes: readonly AccessChange[],
): AccessLevel[] {
  return REPORT_LEVELS.filter((level) => {
    const change = changes.find(
      (one) => one.reportId === id && one.level === level,
    );
    return change ? change.allow : roles.includes(level);
  });
}
