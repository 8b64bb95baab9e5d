export const medicalStaffReport = "/reports/medical-staff-report";

export const medicalStaffData = "/medical-staff-data";

/** The address from which the page of an embedded report gets its embed token. */
export function reportTokenPath(reportId: string): string {
  return `/report-token/${encodeURIComponent(reportId)}`;
}
