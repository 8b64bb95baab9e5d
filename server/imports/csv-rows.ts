import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { parse } from "csv-parse";

export interface CsvRow {
  /** First line of the row, as an editor counts. */
  line: number;
  cells: string[];
}

/** Fits any note; an open quote is reported before it fills the memory. */
const LONGEST_ROW_BYTES = 1_000_000;

const SYNTAX: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: "a quote opened in this row is never closed",
  CSV_INVALID_CLOSING_QUOTE:
    'text follows a closing quote (write a quote inside a cell as "")',
  INVALID_OPENING_QUOTE:
    'a cell has a quote inside, but does not begin with one (write the cell as "…" and the quote as "")',
  CSV_MAX_RECORD_SIZE:
    "the row is longer than 1 MB (perhaps a quote in it is never closed)",
};

export class CsvSyntaxError extends Error {
  constructor(
    readonly line: number,
    message: string,
    readonly column: "row" | "file" = "row",
  ) {
    super(message);
  }
}

function countNewlines(cells: string[]): number {
  let count = 0;
  for (const cell of cells) {
    for (
      let at = cell.indexOf("\n");
      at !== -1;
      at = cell.indexOf("\n", at + 1)
    ) {
      count += 1;
    }
  }
  return count;
}

function syntaxErrorOf(error: unknown, line: number): unknown {
  if (error instanceof Error && "code" in error) {
    const message = SYNTAX[String(error.code)];
    return message ? new CsvSyntaxError(line, message) : error;
  }
  return error;
}

const HEAD_BYTES = 65_536;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

const SEPARATORS: readonly [sign: string, name: string][] = [
  [";", "semicolons"],
  ["\t", "tabs"],
  ["|", "vertical bars"],
];

/** UTF-16 puts a zero byte before or after each letter of a header. */
function isUtf16(head: Buffer): boolean {
  const [a, b, c, d] = head;
  return (
    (a === 0xff && b === 0xfe) ||
    (a === 0xfe && b === 0xff) ||
    (a !== 0 && b === 0 && c !== 0 && d === 0) ||
    (a === 0 && b !== 0 && c === 0 && d !== 0)
  );
}

function endOfFirstRow(head: Buffer): number {
  let isQuoted = false;
  for (const [at, byte] of head.entries()) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    const isEnd = byte === LINE_FEED || byte === CARRIAGE_RETURN;
    if (isEnd && !isQuoted) return at;
  }
  return head.length;
}

/** Copying in text mode doubles carriage returns. */
function endsInLineFeed(head: Buffer, at: number): boolean {
  let next = at;
  while (head[next] === CARRIAGE_RETURN) next += 1;
  return head[next] === LINE_FEED;
}

/**
 * Names the format of a file that is not CSV: another separator, UTF-16, carriage returns alone, or a workbook.
 * Otherwise each row would be reported as wrong.
 */
export function foreignFormatOf(head: Buffer): string | null {
  if (head.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004"))) {
    return "is an Excel workbook; save it as CSV";
  }
  if (isUtf16(head)) return "is encoded as UTF-16; save it as UTF-8";
  const end = endOfFirstRow(head);
  if (head[end] === CARRIAGE_RETURN && head[end + 1] !== LINE_FEED) {
    return endsInLineFeed(head, end)
      ? "ends its lines with two or more carriage returns and a line feed; save it with line feeds"
      : "ends its lines with carriage returns alone; save it with line feeds";
  }
  const header = head.toString("utf8", 0, end);
  const other = SEPARATORS.find(([sign]) => header.includes(sign));
  return other && !header.includes(",")
    ? `is separated by ${other[1]}; save it with commas`
    : null;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Reads a CSV file with its header row, without blank rows. Bytes that are not UTF-8 become U+FFFD. Counts lines
 * itself, because the parser counts a CRLF in quotes twice. Throws a CsvSyntaxError after the good rows.
 */
export async function* readCsvRows(
  source: string | Buffer,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<CsvRow> {
  const isPath = typeof source === "string";
  const format = foreignFormatOf(isPath ? await headOf(source) : source);
  if (format !== null) throw new CsvSyntaxError(1, format, "file");
  let nextLine = 1;
  let emptyLines = 0;
  // A failing stream drops its rows, so this queues them.
  const rows: CsvRow[] = [];
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ["\r\n", "\n"],
    max_record_size: LONGEST_ROW_BYTES,
    on_record: (cells: string[], { empty_lines }) => {
      const line = nextLine + empty_lines - emptyLines;
      emptyLines = empty_lines;
      nextLine = line + 1 + countNewlines(cells);
      // Spreadsheets write blank rows at the end.
      if (cells.every((cell) => cell.trim() === "")) return null;
      rows.push({ line, cells });
      return cells;
    },
  });
  const file = isPath ? createReadStream(source) : Readable.from([source]);
  file.on("data", (chunk: Buffer) => onBytes(chunk.length));
  file.on("error", (error: Error) => parser.destroy(error));
  file.pipe(parser);
  try {
    for await (const record of parser) {
      const row = rows.shift();
      if (row && record) {
        yield row;
      }
    }
  } catch (error) {
    yield* rows;
    throw syntaxErrorOf(error, nextLine);
  } finally {
    file.destroy();
  }
}
