import type { Report } from "~/contract/reports";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { isClosedTo, type ReportKind } from "./report-access";

const OWN_PURPOSES: ReadonlyMap<string, string> = new Map([
  [
    "after-hours-patient-report",
    "Notes from telehealth visits in the last three days.",
  ],
  ["cms-qies-reports", "Request CMS reports and download them."],
  ["medical-staff-report", "Hospitalization figures by physician."],
]);

function purposeOf({ slug, isEmbedded }: ReportKind): string {
  if (isEmbedded) return "Charts of your organization in Power\u00a0BI.";
  return OWN_PURPOSES.get(slug) ?? "This report has nothing to show yet.";
}

export type ListedReport = Pick<Report, "report_id" | "title" | "type">;

/** Account managers have none (R12). */
export function mayHaveReports({
  accessLevel,
}: Pick<Viewer, "accessLevel">): boolean {
  return rankOf(accessLevel) !== ADMINISTRATOR_RANK;
}

/** By title, without duplicates (R204). Leaves out reports closed to the viewer's level, whatever the list says. */
export function openReports(reports: readonly ListedReport[], viewer: Viewer) {
  if (!mayHaveReports(viewer)) return [];
  const open = reports.flatMap(({ report_id: slug, title, type }) => {
    const kind = { slug, isEmbedded: type === "powerbi" };
    const report = { slug, title: title.trim() || slug };
    return isClosedTo(kind, viewer.accessLevel)
      ? []
      : [[slug, { ...report, purpose: purposeOf(kind) }] as const];
  });
  return [...new Map(open).values()].sort((one, other) =>
    byTitle.compare(one.title, other.title),
  );
}

const byTitle = new Intl.Collator("en", { sensitivity: "accent" });
