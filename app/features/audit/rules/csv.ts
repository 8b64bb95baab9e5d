import { newYorkSqlDatetime } from "~/domain/calendar";
import type { CsvCell } from "~/domain/lists/csv-cells";
import type { AuditDetails } from "./actions";
import { auditDetailsText } from "./details";
import { auditActionText } from "./event-words";

export const AUDIT_CSV_COLUMNS = [
  "at",
  "new_york_time",
  "action",
  "what",
  "username",
  "user_id",
  "target_username",
  "target_user_id",
  "details",
  "address",
] as const;

interface EventFacts {
  at: string;
  action: string;
  username: string | null;
  userId: number | null;
  targetUsername: string | null;
  targetUserId: number | null;
  details: AuditDetails;
  address: string | null;
}

export function auditCsvCells(event: EventFacts): CsvCell[] {
  return [
    event.at,
    newYorkSqlDatetime(new Date(event.at)),
    event.action,
    auditActionText(event.action),
    event.username,
    event.userId,
    event.targetUsername,
    event.targetUserId,
    auditDetailsText(event.action, event.details),
    event.address,
  ];
}
