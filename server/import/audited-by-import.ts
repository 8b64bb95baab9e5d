import type { AuditRecord } from "~server/audit/audit-events";

/** The record of what an import did to an account or a sender. */
export function auditedByImport(
  at: Date,
  { details, ...done }: Pick<AuditRecord, "action" | "target" | "details">,
): AuditRecord {
  return {
    ...done,
    at,
    user: null,
    details: { via: "import", ...details },
    address: null,
    requestId: null,
  };
}
