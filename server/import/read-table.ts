import type { Cell, CellValue } from "./cells";
import { CsvSyntaxError, readCsvRows, type CsvRow } from "./csv-rows";
import type { ProblemLog } from "./problem-log";

/** What reading needs to know of a column. */
export interface ReadableColumn {
  name: string;
  to: string;
  cell: Cell;
  verbatim?: boolean;
}

export interface TableFormat {
  file: string;
  columns: readonly ReadableColumn[];
  checkRow?: (
    values: Readonly<Record<string, CellValue>>,
  ) => { column: string; message: string }[];
}

export interface ReadRow {
  line: number;
  /** By database column; a cell that was wrong is null. */
  values: Record<string, CellValue>;
  /** Something in the row was wrong, and has been reported. */
  bad: boolean;
}

const DAMAGED = "holds characters that are not UTF-8 (save the file as UTF-8)";
// Line feeds and tabs are text; other control characters come from damaged or binary files.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function damageOf(text: string): string | null {
  if (text.includes("\ufffd")) {
    return DAMAGED;
  }
  return CONTROL.test(text) ? "holds a control character" : null;
}

function checkHeader(
  format: TableFormat,
  row: CsvRow,
  problems: ProblemLog,
): string[] | null {
  const names = row.cells.map((cell) => cell.trim().toLowerCase());
  const known = format.columns.map(({ name }) => name);
  const tell = (column: string, message: string) =>
    problems.add({ file: format.file, line: row.line, column, message });
  const before = problems.count;
  names.forEach((name, index) => {
    if (names.indexOf(name) !== index) {
      tell(name || "header", "this column is there twice");
    } else if (!known.includes(name)) {
      const shown = damageOf(name) ? "header" : name || "header";
      tell(shown, `this column is not known (expected ${known.join(", ")})`);
    }
  });
  known
    .filter((name) => !names.includes(name))
    .forEach((name) => tell(name, "this column is missing"));
  return problems.count === before ? names : null;
}

type RowReader = (row: CsvRow) => ReadRow;

/** Days, facilities and words come again and again; reading each text once saves most of the time. */
const REMEMBERED_TEXTS = 4_000;

type CellResult = { value: CellValue } | { wrong: string };

function cellReader({ cell, verbatim }: ReadableColumn) {
  const remembered = new Map<string, CellResult>();
  return (raw: string): CellResult => {
    const text = verbatim ? raw : raw.trim();
    const before = remembered.get(text);
    if (before) {
      return before;
    }
    const damage = damageOf(text);
    if (damage !== null) {
      return { wrong: damage };
    }
    const read = cell.safeParse(text);
    if (!read.success) {
      return { wrong: read.error.issues[0]?.message ?? "is wrong" };
    }
    const result = { value: read.data };
    if (!verbatim && remembered.size < REMEMBERED_TEXTS) {
      remembered.set(text, result);
    }
    return result;
  };
}

function rowReader(
  format: TableFormat,
  header: string[],
  problems: ProblemLog,
): RowReader {
  const places = format.columns.map((column) => ({
    column,
    at: header.indexOf(column.name),
    read: cellReader(column),
  }));
  return ({ line, cells }) => {
    const before = problems.count;
    const tell = (column: string, message: string) =>
      problems.add({ file: format.file, line, column, message });
    const values: Record<string, CellValue> = {};
    if (cells.length !== header.length) {
      tell(
        "row",
        `has ${cells.length} cells where the header has ${header.length}`,
      );
      places.forEach(({ column }) => (values[column.to] = null));
      return { line, values, bad: true };
    }
    for (const { column, at, read } of places) {
      const result = read(cells[at] ?? "");
      if ("wrong" in result) {
        values[column.to] = null;
        tell(column.name, result.wrong);
      } else {
        values[column.to] = result.value;
      }
    }
    format
      .checkRow?.(values)
      .forEach(({ column, message }) => tell(column, message));
    return { line, values, bad: problems.count > before };
  };
}

/**
 * Reads a file by its format, reporting what is wrong and going on. Rows with a wrong cell are given too, so
 * that what refers to them is not reported as well.
 *
 * @returns whether the file could be read to its end
 */
export async function readTable(
  path: string,
  format: TableFormat,
  problems: ProblemLog,
  take: (row: ReadRow) => Promise<void> | void,
  onBytes?: (bytes: number) => void,
): Promise<boolean> {
  let read: RowReader | null = null;
  try {
    for await (const row of readCsvRows(path, onBytes)) {
      if (read) {
        const taken = take(read(row));
        if (taken) {
          await taken;
        }
        continue;
      }
      const header = checkHeader(format, row, problems);
      if (!header) {
        return false;
      }
      read = rowReader(format, header, problems);
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) {
      throw error;
    }
    problems.add({
      file: format.file,
      line: error.line,
      column: "row",
      message: error.message,
    });
    return false;
  }
  if (!read) {
    problems.add({
      file: format.file,
      line: 1,
      column: "header",
      message: "the file is empty; a header row was expected",
    });
  }
  return read !== null;
}
