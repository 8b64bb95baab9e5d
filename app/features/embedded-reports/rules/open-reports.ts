import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { isClosedTo, type ReportKind } from "./report-access";

/** What the reports with a page of their own are for (R205). */
const OWN_PURPOSES: ReadonlyMap<string, string> = new Map([
  [
    "after-hours-patient-report",
    "Notes from telehealth visits in the last three days.",
  ],
  ["cms-qies-reports", "Request CMS reports and download them."],
  ["medical-staff-report", "Hospitalization figures by physician."],
]);

/** What a report is for, in a sentence or two for somebody who has never opened it. */
function purposeOf({ slug, isEmbedded }: ReportKind): string {
  if (isEmbedded) return "Charts of your organization in Power\u00a0BI.";
  return OWN_PURPOSES.get(slug) ?? "This report has nothing to show yet.";
}

/** A report of the viewer's list, as the API sends it; `report_id` is its slug. */
export interface ListedReport {
  report_id: string;
  title: string;
  type: "powerbi" | "other";
}

export interface OpenReport {
  slug: string;
  /** Its title; the slug where it has none. */
  title: string;
  /** What it is for, in a sentence. */
  purpose: string;
}

/** True where the viewer's level can have reports at all: account managers have none (R12). */
export function mayHaveReports({
  accessLevel,
}: Pick<Viewer, "accessLevel">): boolean {
  return rankOf(accessLevel) !== ADMINISTRATOR_RANK;
}

/**
 * The reports of the list that the viewer may open, by title (R204). The search and the page of reports both ask here.
 * A report that is closed to the viewer's level is left out, whatever the list says; one that is listed twice counts
 * once.
 */
export function openReports(
  reports: readonly ListedReport[],
  viewer: Viewer,
): OpenReport[] {
  if (!mayHaveReports(viewer)) return [];
  const open = new Map<string, OpenReport>();
  for (const { report_id: slug, title, type } of reports) {
    const kind = { slug, isEmbedded: type === "powerbi" };
    if (isClosedTo(kind, viewer.accessLevel)) continue;
    open.set(slug, {
      slug,
      title: title.trim() || slug,
      purpose: purposeOf(kind),
    });
  }
  return [...open.values()].sort((one, other) =>
    byTitle.compare(one.title, other.title),
  );
}

const byTitle = new Intl.Collator("en", { sensitivity: "accent" });
