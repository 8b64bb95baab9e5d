import * as cells from "./cells";
import type { RowProblem } from "./read-table";

/** The names that the column of the CCN has had in CMS's files over the years, letters and digits alone. */
export const CCN_HEADERS = [
  "provnum",
  "federalprovidernumber",
  "cmscertificationnumberccn",
  "cmscertificationnumber",
  "ccn",
] as const;

const SPREADSHEET_NUMBER = /^\d(\.\d+)?E\+?\d+$/i;

/** The names of a header row by which its columns are known: letters and digits alone. */
export function headerNames(header: readonly string[]): string[] {
  return header.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
}

/** The CCN of a cell, with the leading zeros that a spreadsheet took; or what is wrong with it. */
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
