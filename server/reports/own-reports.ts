import type { Kysely } from "kysely";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { ACCESS_LEVELS, rankOf, type AccessLevel } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import {
  isClosedTo,
  type FixedReport,
} from "~/features/embedded-reports/rules/report-access";
import { forbidden } from "~server/refusal";
import type { Schema, ReportTable } from "~server/store/schema";

/** A report made from this server's own data. */
export type OwnReport = Exclude<FixedReport, "system-test">;

type Db = Kysely<Schema>;

export interface ListedReport extends Omit<ReportTable, "id"> {
  id: number;
  roles: AccessLevel[];
}

const { compare } = new Intl.Collator("en", { numeric: true });

export async function selectReports(db: Db): Promise<ListedReport[]> {
  const [reports, roles] = await Promise.all([
    db.selectFrom("reports").selectAll().execute(),
    db.selectFrom("report_roles").selectAll().execute(),
  ]);
  const rolesOf = new Map<number, Set<string>>();
  for (const { report, role } of roles) {
    rolesOf.set(report, (rolesOf.get(report) ?? new Set()).add(role));
  }
  return reports
    .map((report) => ({
      ...report,
      roles: ACCESS_LEVELS.filter((level) =>
        rolesOf.get(report.id)?.has(level),
      ),
    }))
    .sort((a, b) => compare(a.title, b.title) || a.id - b.id);
}

/** True for users who decide which levels see a report; they see none themselves (R208). */
export function administersReports({ accessLevel }: Viewer): boolean {
  return rankOf(accessLevel) === ADMINISTRATOR_RANK;
}

/** Listed embedded reports may still be closed; they then explain why. */
export function isListedFor(
  { accessLevel }: Viewer,
  { roles, report_id: slug }: ListedReport,
): boolean {
  const kind = { slug, isEmbedded: false };
  return roles.includes(accessLevel) && !isClosedTo(kind, accessLevel);
}

/** Physicians and account managers see no embedded report, even if listed (R201). */
export function mayEmbed(viewer: Viewer): boolean {
  return viewer.accessLevel !== "physician" && !administersReports(viewer);
}

/** Account managers assign levels but have no reports (R209). Unlisted reports have no viewers. */
export async function hasOwnReport(
  db: Kysely<Schema>,
  viewer: Viewer,
  report: OwnReport,
): Promise<boolean> {
  if (administersReports(viewer)) return false;
  const kind = { slug: report, isEmbedded: false };
  if (isClosedTo(kind, viewer.accessLevel)) return false;
  const role = await db
    .selectFrom("report_roles")
    .innerJoin("reports", "reports.id", "report_roles.report")
    .where("reports.report_id", "=", report)
    .where("report_roles.role", "=", viewer.accessLevel)
    .select("report_roles.role")
    .executeTakeFirst();
  return role !== undefined;
}

/** Throws 403 if the viewer does not have the report. */
export async function requireOwnReport(
  db: Kysely<Schema>,
  viewer: Viewer,
  report: OwnReport,
): Promise<void> {
  if (!(await hasOwnReport(db, viewer, report))) throw forbidden();
}
