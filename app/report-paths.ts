import { LONGEST_LOOKBACK_HOURS } from "~/features/after-hours/rules/words";
import { paths } from "~/paths";

/** Numbers of unread notes count those of the longest lookback (R156). */
export const unreadNotesReport = `${paths.afterHoursReport}?hours=${LONGEST_LOOKBACK_HOURS}`;

export const medicalStaffReport = "/reports/medical-staff-report";

export const medicalStaffData = "/medical-staff-data";

export function reportTokenPath(reportId: string): string {
  return `/report-token/${encodeURIComponent(reportId)}`;
}
