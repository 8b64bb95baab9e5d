/** Blanks, the byte order mark and invisible characters: spreadsheets skip them when they look for a formula. */
const UNSEEN_AROUND = /^[\s\p{Cc}\p{Cf}]+|\s+$/gu;

/** What a cell holds: texts are made harmless for spreadsheets, numbers stay numbers, null is blank. */
export type CsvCell = string | number | null;

/** A cell without the blanks around its text, so that {@link CSV_FORM} meets a formula at its first character. */
export function csvCell(cell: CsvCell): CsvCell {
  return typeof cell === "string" ? cell.replace(UNSEEN_AROUND, "") : cell;
}

/**
 * How every CSV file of the product is written, as options of csv-stringify: RFC 4180, lines end in CRLF. A text that a
 * spreadsheet would take for a formula gets an apostrophe before it; numbers do not, so that negative ones stay numbers
 *.
 */
export const CSV_FORM = {
  escape_formulas: true,
  quote_record_delimiter: true,
  record_delimiter: "windows",
} as const;
