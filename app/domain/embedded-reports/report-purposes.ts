import type { ReportKind } from "./report-access";

/** What the reports with a page of their own are for (R205). */
const OWN_PURPOSES: ReadonlyMap<string, string> = new Map([
  [
    "after-hours-patient-report",
    "Read the notes about patients who had a telehealth visit in the last three days.",
  ],
  [
    "cms-qies-reports",
    "Request CMS reports for your facilities. Download them when they are ready.",
  ],
  [
    "medical-staff-report",
    "Compare the hospitalization figures of the physicians in your facilities.",
  ],
]);

/** What a report is for, in a sentence or two for somebody who has never opened it. */
export function purposeOf({ slug, isEmbedded }: ReportKind): string {
  if (isEmbedded)
    return "Look at charts of your organization in Power\u00a0BI.";
  return OWN_PURPOSES.get(slug) ?? "This report has nothing to show yet.";
}
