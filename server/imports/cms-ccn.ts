import * as cells from "./cells";
import { FileError } from "./census-folder";
import { CsvSyntaxError, readCsvRows, type CsvRow } from "./csv-rows";
import type { RowProblem } from "./read-table";

export const CCN_HEADERS = [
  "CMS Certification Number (CCN)",
  "CMS Certification Number",
  "Federal Provider Number",
  "PROVNUM",
  "CCN",
] as const;

const SPREADSHEET_NUMBER = /^\d(\.\d+)?E\+?\d+$/i;

/** Letters and digits, words in the singular: CMS has changed case, hyphens, spaces and plurals over the years. */
function comparedName(name: string): string {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/s$/, ""))
    .join("");
}

export function columnsNamed(
  header: readonly string[],
  names: readonly string[],
): number[] {
  const wanted = new Set(names.map(comparedName));
  return header.flatMap((name, at) =>
    wanted.has(comparedName(name)) ? [at] : [],
  );
}

export function isNotPublished(text: string): boolean {
  return /^(not available)?$/i.test(text);
}

export function readCcn(text: string): { ccn: string } | RowProblem {
  const read = cells.ccn.safeParse(text);
  if (read.success && typeof read.data === "string") return { ccn: read.data };
  const message = text === "" ? "must not be blank" : ccnMessage(text);
  const example = text === "" ? message : cells.exampleOf(text, message);
  return { column: "CCN", message, example };
}

function ccnMessage(text: string): string {
  return SPREADSHEET_NUMBER.test(text)
    ? "is a CCN that a spreadsheet turned into a number"
    : "is not a CMS certification number (six characters)";
}

/** Throws a FileError for a file that is empty or no CSV; `isNone` says so. `begin` gets the header row. */
export async function readCmsRows(
  path: string,
  file: string,
  isNone: string,
  begin: (header: CsvRow) => (row: CsvRow) => void,
): Promise<void> {
  let take: ((row: CsvRow) => void) | null = null;
  try {
    for await (const row of readCsvRows(path)) {
      if (take) take(row);
      else take = begin(row);
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    throw new FileError(
      `${file} ${isNone}. ${file}:${error.line}: ${error.message}`,
    );
  }
  if (!take) throw new FileError(`${file} is empty.`);
}
