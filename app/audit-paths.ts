export const auditTrail = "/users/audit-trail";

export const auditFile = "/audit-file";
