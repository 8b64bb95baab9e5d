import { expect, it } from "vitest";
import { reportFileName } from "./report-file-name";

it.each([
  ["Facility Quality Measure Report", "Facility Quality Measure Report.pdf"],
  ['a"b\r\nSet-Cookie: c', "a b Set-Cookie c.pdf"],
  ["../../etc/passwd", "etc passwd.pdf"],
  ["C:\\x\\y", "C x y.pdf"],
  ["Übersicht – März", "Übersicht – März.pdf"],
  ["gpj.\u202efdp", "gpj. fdp.pdf"],
  ["\ud800", "report.pdf"],
  [" ... ", "report.pdf"],
  ["", "report.pdf"],
])("saves %j as %j", (name, expected) => {
  expect(reportFileName(name)).toBe(expected);
});

it.each([
  ["a", 200],
  ["ä", 100],
  ["😀", 50],
])("keeps a name of %s short enough for every file system", (one, count) => {
  expect(reportFileName(one.repeat(500))).toBe(`${one.repeat(count)}.pdf`);
});
