/** Blanks, the byte order mark and invisible characters: spreadsheets skip them when they look for a formula. */
const UNSEEN_AROUND = /^[\s\p{Cc}\p{Cf}]+|\s+$/gu;

/**
 * Where a formula would begin for whoever splits the file at semicolons, tabs or line ends within a cell: behind them, and
 * behind quotes, blanks and what is not seen. A pipe begins one in older spreadsheets (R262).
 */
const FORMULA_INSIDE = /(?<=[;\t\r\n][\s"\p{Cc}\p{Cf}]*)(?=[=+\-@|＝＋－＠])/gu;

/** csv-stringify escapes the other beginnings of formulas. */
const PIPE_FIRST = /^\|/;

/** What a cell holds: texts are made harmless for spreadsheets, numbers stay numbers, null is blank. */
export type CsvCell = string | number | null;

/**
 * A cell without the blanks around its text, so that {@link CSV_FORM} meets a formula at its first character, and with an
 * apostrophe before what would begin one elsewhere (R262). Numbers and null stay as they are.
 */
export function csvCell(cell: CsvCell): CsvCell {
  if (typeof cell !== "string") return cell;
  return cell
    .replace(FORMULA_INSIDE, "'")
    .replace(UNSEEN_AROUND, "")
    .replace(PIPE_FIRST, "'|");
}

/**
 * How every CSV file of the product is written, as options of csv-stringify: RFC 4180, lines end in CRLF. A text that a
 * spreadsheet would take for a formula gets an apostrophe before it; numbers do not, so that negative ones stay numbers.
 */
export const CSV_FORM = {
  escape_formulas: true,
  quote_record_delimiter: true,
  record_delimiter: "windows",
} as const;
