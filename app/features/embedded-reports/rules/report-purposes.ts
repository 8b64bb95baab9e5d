import type { ReportKind } from "./report-access";

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
export function purposeOf({ slug, isEmbedded }: ReportKind): string {
  if (isEmbedded) return "Charts of your organization in Power\u00a0BI.";
  return OWN_PURPOSES.get(slug) ?? "This report has nothing to show yet.";
}
