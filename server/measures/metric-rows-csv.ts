import { stringify } from "csv-stringify/sync";
import { CSV_FORM, csvCell } from "~/domain/lists/csv-cells";
import type { RowTag } from "~/domain/figures/figure-tags";
import { cellsOf, ROW_COLUMNS, type MetricRow } from "./metric-rows-columns";

/** Rows as CSV, without the head. */
export function csvOf(tag: RowTag, rows: readonly MetricRow[]): string {
  return csv(rows.map((row) => cellsOf(tag, row).map(csvCell)));
}

/** The start of a file: the byte order mark, which tells spreadsheets that it is UTF-8, and the header row. */
export function csvHeadOf(tag: RowTag): string {
  return csv([ROW_COLUMNS[tag]], true);
}

function csv(records: readonly (readonly unknown[])[], bom = false): string {
  return stringify([...records], { bom, ...CSV_FORM });
}
