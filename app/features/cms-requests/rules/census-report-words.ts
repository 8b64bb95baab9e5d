import { usDayOf, type IsoDay } from "~/domain/calendar";
import type { QiesReportType } from "./report-types";

/** Reports about submissions to CMS. */
const SUBMISSION_CATEGORIES = new Set([50, 55]);

/** Said in the form and in the report. */
export function censusReportText({
  categoryId,
}: Pick<QiesReportType, "categoryId">): string {
  return SUBMISSION_CATEGORIES.has(categoryId)
    ? "The census cannot fill this report, because it has no MDS submissions. You get what to check in the census instead: gaps in records, admissions and discharges."
    : "The census has no MDS assessments and no claims, so the report does not show the CMS measures. You get the facility's own figures instead.";
}

export function censusAboutText(firstDay: IsoDay | null): string {
  const about =
    "This portal makes the reports from its own census. They are not CMS documents.";
  return firstDay === null
    ? about
    : `${about} The census begins on ${usDayOf(firstDay)}.`;
}
