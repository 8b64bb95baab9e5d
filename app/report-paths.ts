export const medicalStaffReport = "/reports/medical-staff-report";

/** The medical staff report as a CSV file to download. */
export const medicalStaffData = "/medical-staff-data";

/** Where the page of an embedded report has what its frame is shown with. */
export function reportTokenPath(reportId: string): string {
  return `/report-token/${encodeURIComponent(reportId)}`;
}
