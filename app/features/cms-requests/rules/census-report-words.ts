import { usDayOf, type IsoDay } from "~/domain/calendar";
import type { QiesReportType } from "./report-types";

/** Reports on what was submitted to CMS: missing assessments, errors, validations. */
const SUBMISSION_CATEGORIES = new Set([50, 55]);

/**
 * What a report that is made from the census holds in place of what CMS would put into it. Said
 * before it is asked for and in the report itself.
 */
export function censusReportText({
  categoryId,
}: Pick<QiesReportType, "categoryId">): string {
  return SUBMISSION_CATEGORIES.has(categoryId)
    ? "The census cannot fill this report, because it has no MDS submissions. You get what to check in the census instead: gaps in records, admissions and discharges."
    : "The census has no MDS assessments and no claims, so the report does not show the CMS measures. You get the facility's own figures instead.";
}

/** Said in the request form where the host makes the reports from its census. */
export function censusAboutText(firstDay: IsoDay | null): string {
  const about =
    "This portal makes the reports from its own census. They are not CMS documents.";
  return firstDay === null
    ? about
    : `${about} The census begins on ${usDayOf(firstDay)}.`;
}
