import { stringify } from "csv-stringify/sync";
import type { AuditEvent } from "~/contract/audit";
import { auditDetailsText } from "~/domain/audit/audit-details";
import { auditActionText } from "~/domain/audit/audit-event-words";
import { newYorkSqlDatetime } from "~/domain/calendar";
import { CSV_FORM, csvCell, type CsvCell } from "~/domain/csv-cells";

const COLUMNS = [
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
];

/** What the file of the trail begins with: the byte order mark, by which spreadsheets know UTF-8, and the header row. */
export function auditCsvHead(): string {
  return csv([COLUMNS], true);
}

/** Events as CSV, a line for each: no text of theirs can begin another one. */
export function auditCsvOf(events: readonly AuditEvent[]): string {
  return csv(events.map((event) => cellsOf(event).map(harmless)));
}

function cellsOf(event: AuditEvent): CsvCell[] {
  return [
    event.at,
    newYorkSqlDatetime(new Date(event.at)),
    event.action,
    auditActionText(event.action),
    event.username,
    event.user_id,
    event.target_username,
    event.target_user_id,
    auditDetailsText(event.action, event.details),
    event.address,
  ];
}

const LINE_BREAKERS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

function harmless(cell: CsvCell): CsvCell {
  return csvCell(
    typeof cell === "string" ? cell.replace(LINE_BREAKERS, " ") : cell,
  );
}

function csv(records: CsvCell[][], bom = false): string {
  return stringify(records, { bom, ...CSV_FORM });
}
