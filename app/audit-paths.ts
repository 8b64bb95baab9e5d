/** The events of the audit trail as a CSV file to download. */
export const auditFile = "/audit-file";
