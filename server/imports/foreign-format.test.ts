import { expect, test } from "vitest";
import { foreignFormatOf } from "./csv-rows";

const named: [what: string, head: Buffer, name: RegExp][] = [
  ["semicolons", Buffer.from("a;b\r\n1;2\r\n"), /semicolons/],
  ["semicolons in quotes", Buffer.from('"a";"b"\n'), /semicolons/],
  ["tabs", Buffer.from("a\tb\n"), /tabs/],
  ["bars", Buffer.from("a|b\n"), /vertical bars/],
  ["UTF-16 with a mark", Buffer.from("\ufeffa,b\n", "utf16le"), /UTF-16/],
  ["UTF-16 without", Buffer.from("a,b\n", "utf16le"), /UTF-16/],
  ["big-endian UTF-16", Buffer.from("a,b\n", "utf16le").swap16(), /UTF-16/],
  [
    "carriage returns",
    Buffer.from("a,b\r1,2\r"),
    /with carriage returns alone/,
  ],
  [
    "doubled carriage returns",
    Buffer.from("a,b\r\r\n1,2\r\r\n"),
    /two or more carriage returns and a line feed/,
  ],
  [
    "carriage returns doubled twice, in quotes",
    Buffer.from('"a","b"\r\r\r\n'),
    /two or more carriage returns and a line feed/,
  ],
  [
    "carriage returns and empty lines",
    Buffer.from("a,b\r\r1,2\r"),
    /with carriage returns alone/,
  ],
  [
    "carriage returns and quoted line feeds",
    Buffer.from('"a\nb",c\r1,"x\ny"\r'),
    /carriage returns/,
  ],
  ["a workbook", Buffer.from("PK\u0003\u0004…"), /Excel/],
];

test.each(named)("a file with %s is named", (_, head, name) => {
  expect(foreignFormatOf(head)).toMatch(name);
});

test.each([
  "",
  "a",
  "a\n1\n",
  "a,b\r\n1;2,3\r\n",
  "a,b\n",
  "\ufeffa,b\r\n",
  '"a;b",c\n',
  '"a\rb",c\r\n',
  "a,b",
])("%j may be CSV", (text) => {
  expect(foreignFormatOf(Buffer.from(text))).toBeNull();
});
