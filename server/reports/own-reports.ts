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

/** Slug of a report whose data this server has itself. */
export type OwnReport = Exclude<FixedReport, "system-test">;

type Db = Kysely<Schema>;

/** A report of the list with the access levels that may see it, lowest rank first. */
export interface ListedReport extends Omit<ReportTable, "id"> {
  id: number;
  roles: AccessLevel[];
}

const { compare } = new Intl.Collator("en", { numeric: true });

/** All reports, by title. */
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

/** True for who says which levels see a report; they see none themselves (R208). */
export function administersReports({ accessLevel }: Viewer): boolean {
  return rankOf(accessLevel) === ADMINISTRATOR_RANK;
}

/** True where the report is listed for the viewer's level. An embedded one opens with the words of why it is closed. */
export function isListedFor(
  { accessLevel }: Viewer,
  { roles, report_id: slug }: ListedReport,
): boolean {
  const kind = { slug, isEmbedded: false };
  return roles.includes(accessLevel) && !isClosedTo(kind, accessLevel);
}

/** Physicians and account managers see no embedded report, whatever the list says (R201). */
export function mayEmbed(viewer: Viewer): boolean {
  return viewer.accessLevel !== "physician" && !administersReports(viewer);
}

/**
 * True where the viewer's level has a role on the report, which account managers say and never have themselves (R209).
 * A report that is not listed is nobody's.
 */
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

/** Refuses a call for a report's data (403) to those who do not have the report. */
export async function requireOwnReport(
  db: Kysely<Schema>,
  viewer: Viewer,
  report: OwnReport,
): Promise<void> {
  if (!(await hasOwnReport(db, viewer, report))) throw forbidden();
}
