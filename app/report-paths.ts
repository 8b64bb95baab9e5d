export const medicalStaffReport = "/reports/medical-staff-report";

export const medicalStaffData = "/medical-staff-data";

export function reportTokenPath(reportId: string): string {
  return `/report-token/${encodeURIComponent(reportId)}`;
}
