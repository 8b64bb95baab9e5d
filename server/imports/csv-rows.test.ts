import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { folderForEach } from "~server/testing/opened";
import { CsvSyntaxError, readCsvRows, type CsvRow } from "./csv-rows";

const here = folderForEach();

async function rowsOf(content: string): Promise<CsvRow[]> {
  const file = path.join(here.folder, "x.csv");
  writeFileSync(file, content);
  const rows: CsvRow[] = [];
  for await (const row of readCsvRows(file)) {
    rows.push(row);
  }
  return rows;
}

test.each([
  ["LF", "\n"],
  ["CRLF", "\r\n"],
])(
  "rows know the line they begin on, past quoted newlines and empty lines (%s)",
  async (_, newline) => {
    const content = ["a,b", '1,"x', 'y"', "", "2,z", ""].join(newline);
    expect(await rowsOf(content)).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["1", `x${newline}y`] },
      { line: 5, cells: ["2", "z"] },
    ]);
  },
);

test.each([",,", " , ,\u00a0", '"","",""', ",", ",,,,,", "\t,,"])(
  "the row %j is skipped wherever it stands",
  async (blank) => {
    expect(
      await rowsOf([blank, "a,b,c", blank, "1,,", blank, blank, ""].join("\n")),
    ).toEqual([
      { line: 2, cells: ["a", "b", "c"] },
      { line: 4, cells: ["1", "", ""] },
    ]);
  },
);

test.each([
  ['a\n1\n"open\n', 3, "a quote opened in this row is never closed"],
  [
    'a\n"x" y\n',
    2,
    'text follows a closing quote (write a quote inside a cell as "")',
  ],
  [
    'a\nx"y\n',
    2,
    'a cell has a quote inside, but does not begin with one (write the cell as "…" and the quote as "")',
  ],
  [
    `a\n"${"x".repeat(1_000_100)}`,
    2,
    "the row is longer than 1 MB (perhaps a quote in it is never closed)",
  ],
])(
  "broken CSV is reported with its line (%#)",
  async (content, line, message) => {
    const error = await rowsOf(content).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CsvSyntaxError);
    expect(error).toMatchObject({ line, message });
  },
);
