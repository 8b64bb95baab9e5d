/** The page of the audit trail. */
export const auditTrail = "/users/audit-trail";

/** The events of the audit trail as a CSV file to download. */
export const auditFile = "/audit-file";
