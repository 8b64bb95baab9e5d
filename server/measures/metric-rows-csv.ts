import { stringify } from "csv-stringify/sync";
import type { FigureTag } from "~/domain/figure-tags";
import { METRIC_COLUMNS } from "~/contract/metricdatacsv";
import { cellsOf, type Cell, type MetricRow } from "./metric-rows-columns";

/** Blanks of any kind, the byte order mark and characters that nobody sees: spreadsheets skip them to find a formula. */
const UNSEEN_AROUND = /^[\s\p{Cc}\p{Cf}]+|\s+$/gu;

/**
 * Rows as CSV (RFC 4180: lines end in CRLF). Texts lose the blanks around them. One that a spreadsheet would take for a
 * formula gets an apostrophe before it; numbers do not, so that negative ones stay numbers (quality.md, CSV injection).
 */
export function csvOf(tag: FigureTag, rows: readonly MetricRow[]): string {
  return csv(rows.map((row) => cellsOf(tag, row).map(trimmed)));
}

function trimmed(cell: Cell): Cell {
  return typeof cell === "string" ? cell.replace(UNSEEN_AROUND, "") : cell;
}

/** What a file begins with: the byte order mark, by which spreadsheets know UTF-8, and the header row. */
export function csvHeadOf(tag: FigureTag): string {
  return csv([METRIC_COLUMNS[tag]], true);
}

function csv(records: readonly (readonly unknown[])[], bom = false): string {
  return stringify([...records], {
    bom,
    escape_formulas: true,
    quote_record_delimiter: true,
    record_delimiter: "windows",
  });
}
