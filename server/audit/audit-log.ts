import type { Logger } from "pino";
import type { AuditRecord } from "./audit-events";

/**
 * Says in the log what is being recorded, in ids and counts alone, so that it can be found there where its row is lost.
 * Usernames and addresses are in the row only. Whoever records in a transaction of their own calls it after the commit.
 */
export function logAuditRecord(log: Logger, record: AuditRecord): void {
  log.info({ event: `audit.${record.action}`, ...linesOf(record) });
}

/** What a line of the log may hold of a record. */
export function linesOf({ user, target, details, requestId }: AuditRecord) {
  return {
    user_id: user?.id ?? null,
    ...(target && { target_user_id: target.id }),
    details: details ?? {},
    request_id: requestId,
  };
}
