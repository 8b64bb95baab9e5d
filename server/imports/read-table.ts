import { Wrong, type Cell, type CellValue } from "./cells";
import { CsvSyntaxError, readCsvRows, type CsvRow } from "./csv-rows";
import type { Problem, ProblemLog } from "./problem-log";

type Problems = Pick<ProblemLog, "add" | "count">;

export interface ReadableColumn {
  name: string;
  to: string;
  cell: Cell;
  verbatim?: boolean;
  mayBeMissing?: boolean;
}

/** A column with the same name in the database. */
export const column = (name: string, cell: Cell) => ({ name, to: name, cell });

export interface TableFormat {
  file: string;
  columns: readonly ReadableColumn[];
  checkRow?: (values: Record<string, CellValue>) => RowProblem[];
}

export type RowProblem = Pick<Problem, "column" | "message" | "example">;

export interface ReadRow {
  line: number;
  /** Keyed by database column. A wrong cell is null; a missing column has no entry. */
  values: Record<string, CellValue>;
  bad: boolean;
}

const NOT_UTF8 = new Wrong(
  "is not UTF-8, but perhaps Windows-1252; save it as UTF-8",
);
// Line feeds and tabs are text; other control characters come from damaged or binary files.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Reports unknown columns by position: the row may be data and hold names. Null if the file cannot be read. */
function checkHeader(
  format: TableFormat,
  row: CsvRow,
  problems: Problems,
): string[] | null {
  const names = row.cells.map((cell) => cell.trim().toLowerCase());
  const known = format.columns.map(({ name }) => name);
  const { file } = format;
  const tell = (column: string, message: string) =>
    problems.add({ file, line: row.line, column, message });
  const expected = known.join(", ");
  if (!names.some((name) => known.includes(name))) {
    tell("header", `has none of the expected columns: ${expected}`);
    return null;
  }
  const unknown = names.flatMap((name, index) =>
    known.includes(name) ? [] : [index + 1],
  );
  const missing = format.columns
    .filter(({ name, mayBeMissing }) => !mayBeMissing && !names.includes(name))
    .map(({ name }) => name);
  const twice = known.filter(
    (name) => names.indexOf(name) !== names.lastIndexOf(name),
  );
  if (unknown.length > 0) {
    const which =
      unknown.length === 1
        ? `column ${unknown.join()} is`
        : `columns ${unknown.join(", ")} are`;
    tell("header", `${which} not known (expected ${expected})`);
  }
  twice.forEach((name) => tell(name, "this column is there twice"));
  missing.forEach((name) => tell(name, "this column is missing"));
  return unknown.length + missing.length + twice.length === 0 ? names : null;
}

type RowReader = (row: CsvRow) => ReadRow;

/** Reading repeated texts once saves most of the time. */
const REMEMBERED_TEXTS = 4_000;

function readCell(cell: Cell, text: string): CellValue | Wrong {
  if (text.includes("\ufffd")) return NOT_UTF8;
  return CONTROL.test(text)
    ? new Wrong("holds a control character")
    : cell(text);
}

function cellReader({ cell, verbatim }: ReadableColumn) {
  const remembered = new Map<string, CellValue | Wrong>();
  return (raw: string): CellValue | Wrong => {
    const text = verbatim ? raw : raw.trim();
    const before = remembered.get(text);
    if (before !== undefined) return before;
    const result = readCell(cell, text);
    if (!verbatim && remembered.size < REMEMBERED_TEXTS) {
      remembered.set(text, result);
    }
    return result;
  };
}

function rowReader(
  format: TableFormat,
  header: string[],
  problems: Problems,
): RowReader {
  const places = format.columns
    .map((column) => ({
      column,
      at: header.indexOf(column.name),
      read: cellReader(column),
    }))
    .filter(({ at }) => at >= 0);
  return ({ line, cells }) => {
    const before = problems.count;
    const tell = (problem: RowProblem) =>
      problems.add({ file: format.file, line, ...problem });
    const values: Record<string, CellValue> = {};
    if (cells.length !== header.length) {
      tell({
        column: "row",
        message: `has more or less than ${header.length} cells`,
        example: `has ${cells.length} cells where the header has ${header.length}`,
      });
      places.forEach(({ column }) => (values[column.to] = null));
      return { line, values, bad: true };
    }
    let isUtf8 = true;
    for (const { column, at, read } of places) {
      const result = read(cells[at] ?? "");
      values[column.to] = result instanceof Wrong ? null : result;
      if (result === NOT_UTF8) isUtf8 = false;
      else if (result instanceof Wrong)
        tell({ column: column.name, ...result });
    }
    if (!isUtf8) tell({ column: "file", ...NOT_UTF8 });
    format.checkRow?.(values).forEach(tell);
    return { line, values, bad: problems.count > before };
  };
}

/** Passes on rows with wrong cells, so their references are not reported too. False if the file is not fully read. */
export async function readTable(
  source: string | Buffer,
  format: TableFormat,
  problems: Problems,
  take: (row: ReadRow) => Promise<void> | void,
  onBytes?: (bytes: number) => void,
): Promise<boolean> {
  let read: RowReader | null = null;
  try {
    for await (const row of readCsvRows(source, onBytes)) {
      if (read) {
        const taken = take(read(row));
        if (taken) {
          await taken;
        }
        continue;
      }
      const header = checkHeader(format, row, problems);
      if (!header) return false;
      read = rowReader(format, header, problems);
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    problems.add({
      file: format.file,
      line: error.line,
      column: error.column,
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
