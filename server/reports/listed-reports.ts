import type { Kysely } from "kysely";
import { ACCESS_LEVELS, rankOf } from "~/domain/access/ranks";
import type { AccessLevel } from "~/domain/access/ranks";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import type { Viewer } from "~/domain/access/viewer";
import { isClosedTo } from "~/features/embedded-reports/rules/report-access";
import type { ReportTable, Schema } from "~server/store/schema";

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
