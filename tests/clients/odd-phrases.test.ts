import { expect, test } from "vitest";
import { oddPhrases } from "../../e2e/clients/orca/odd-phrases";

const BAD = {
  "a status that is called by its role": ["statusbar"],
  "a field that is wrong before anything was typed": [
    "Username",
    "entry",
    "invalid entry",
  ],
  "an empty line": ["Overview", "blank"],
  "something to click without a role": ["High", "clickable", "1,946"],
  "a control without a name": ["leaving list.", "link"],
  "the same twice": ["Password", "panel", "Frailty", "Frailty"],
  "hidden words as a phrase of their own": ["Full screen", "link", ", 30 Day"],
  "labels of an axis, one by one": ["Jun", "Jul", "Aug '26"],
  "a whole panel in one breath": ["30 Day RTH ".repeat(50)],
};

test.each(Object.entries(BAD))("finds %s", (what, said) => {
  const faults = oddPhrases(said);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(new RegExp(`^${what}: '`));
});

test("says where it was", () => {
  expect(oddPhrases(["link"])).toEqual([
    "a control without a name: 'link' at the beginning",
  ]);
  expect(oddPhrases(["Overview", "blank"])).toEqual([
    "an empty line: 'blank' after 'Overview'",
  ]);
});

test("has nothing against what a page says as it is meant", () => {
  const said = [
    ...["Search", "push button", "Account of Ada", "collapsed", "push button"],
    ...["From Date", "clickable", "Month", "11", "spin button"],
    ...["Frailty score distribution", "column header", "Name", "link"],
    ...["24.71%", "24.71%", "Unknown", "Unknown", "leaving table."],
    ...["Jun 2025", "row header", "No", "Jul 2025", "row header", "No"],
    ...["Show password", "toggle button", "not pressed"],
  ];
  expect(oddPhrases(said)).toEqual([]);
});
