/** Blanks, the byte order mark and invisible characters: spreadsheets skip them when they look for a formula. */
const UNSEEN_AROUND = /^[\s\p{Cc}\p{Cf}]+|\s+$/gu;

/**
 * A formula may begin after semicolons, tabs or line ends in a cell, behind quotes and unseen characters. Older
 * spreadsheets also take a pipe (R262).
 */
const FORMULA_INSIDE = /(?<=[;\t\r\n][\s"\p{Cc}\p{Cf}]*)(?=[=+\-@|＝＋－＠])/gu;

/** csv-stringify escapes the other beginnings of formulas. */
const PIPE_FIRST = /^\|/;

/** What a cell holds: texts are made harmless for spreadsheets, numbers stay numbers, null is blank. */
export type CsvCell = string | number | null;

/** Trims a text so that {@link CSV_FORM} sees a formula at its start, and puts an apostrophe before one that begins elsewhere (R262). */
export function csvCell(cell: CsvCell): CsvCell {
  if (typeof cell !== "string") return cell;
  return cell
    .replace(FORMULA_INSIDE, "'")
    .replace(UNSEEN_AROUND, "")
    .replace(PIPE_FIRST, "'|");
}

/** Options of csv-stringify for every CSV file: RFC 4180, CRLF, an apostrophe before what a spreadsheet would take for a formula. */
export const CSV_FORM = {
  escape_formulas: true,
  quote_record_delimiter: true,
  record_delimiter: "windows",
} as const;
