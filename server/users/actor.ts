import type { AuditedUser, AuditRecord } from "~server/audit/audit-events";

/** Who changes a user, when, and from where. */
export interface Actor {
  user: AuditedUser;
  /** Id of the session in which they do it. */
  sessionId: string;
  at: Date;
  origin: Pick<AuditRecord, "address" | "requestId">;
}
