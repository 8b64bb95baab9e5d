import { stringify } from "csv-stringify/sync";
import {
  AUDIT_CSV_COLUMNS,
  auditCsvCells,
} from "~/features/audit/rules/audit-csv";
import { CSV_FORM, csvCell, type CsvCell } from "~/domain/lists/csv-cells";
import type { AuditEvent } from "./read-audit-events";

/** What the file of the trail begins with: the byte order mark, by which spreadsheets know UTF-8, and the header row. */
export function auditCsvHead(): string {
  return csv([[...AUDIT_CSV_COLUMNS]], true);
}

/** Events as CSV, a line for each: no text of theirs can begin another one. */
export function auditCsvOf(events: readonly AuditEvent[]): string {
  return csv(events.map((event) => auditCsvCells(event).map(harmless)));
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
