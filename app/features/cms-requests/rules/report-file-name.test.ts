import { expect, it } from "vitest";
import {
  reportFileName,
  savedReportName,
  type SavedReport,
} from "./report-file-name";

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

const SAVED: SavedReport = {
  name: "Errors by Field by Facility",
  facility: "Willow House",
  startDate: "2026-01-01",
  endDate: "2026-03-31",
  fiscalYear: null,
  madeOn: "2026-06-30",
  isIsnpOnly: false,
};
const NO_DATES = { startDate: null, endDate: null };

it.each<[string, Partial<SavedReport>, string]>([
  ["period", {}, "01-01-2026 to 03-31-2026"],
  ["fiscal year", { ...NO_DATES, fiscalYear: "2024" }, "fiscal year 2024"],
  ["day, where it has no period", NO_DATES, "as of 06-30-2026"],
  [
    "period and mark of ISNP residents",
    { isIsnpOnly: true },
    "01-01-2026 to 03-31-2026, ISNP only",
  ],
])("names a saved file by facility and %s", (_, changes, end) => {
  expect(savedReportName({ ...SAVED, ...changes })).toBe(
    `Errors by Field by Facility, Willow House, ${end}`,
  );
});

it.each(["x", "ä", "😀"])(
  "keeps the period of a saved file whose names are long, in letters like %s",
  (letter) => {
    const long = { name: letter.repeat(300), facility: letter.repeat(300) };
    const saved = { ...SAVED, ...long, isIsnpOnly: true };
    expect(reportFileName(savedReportName(saved))).toMatch(
      /, 01-01-2026 to 03-31-2026, ISNP only\.pdf$/,
    );
  },
);
