import { expect, test } from "vitest";
import { ProblemLog } from "./problem-log";

const kind = { file: "a.csv", column: "c", message: "is wrong" };

test("findings of one kind are one line, that of the first, in whatever order they come", () => {
  const log = new ProblemLog(["a.csv"]);
  for (const line of [9, 3, 12, 5, 4, 7, 3]) {
    log.add({ ...kind, line, example: `${line} is wrong` });
  }
  expect(log.count).toBe(7);
  expect(log.lines()).toEqual([
    "a.csv:3: c: 3 is wrong (6 more like it: lines 4, 5, 7, 9, …)",
  ]);
  expect(log.groups()).toEqual([{ ...kind, count: 7, lines: [3, 4, 5, 7, 9] }]);
});

test("a single finding is shown as it is", () => {
  const log = new ProblemLog();
  log.add({ ...kind, line: 2 });
  expect(log.lines()).toEqual(["a.csv:2: c: is wrong"]);
});

test("findings that are counted only are shown with the lines that are known", () => {
  const log = new ProblemLog();
  log.add({ ...kind, line: 2 });
  log.add({ ...kind, line: 3 });
  log.addUnlisted(kind, 1_500);
  expect(log.lines()).toEqual([
    "a.csv:2: c: is wrong (1,501 more like it: lines 3, …)",
  ]);
});

test("files come in their order, kinds by their first line, and after a hundred kinds their number", () => {
  const log = new ProblemLog(["b.csv", "a.csv"]);
  for (let index = 0; index < 103; index += 1) {
    const message = `is wrong in the ${index}th way`;
    log.add({ ...kind, message, line: 200 - index });
  }
  log.addUnlisted({ ...kind, message: "is wrong in the 0th way" }, 40);
  log.add({ ...kind, file: "b.csv", line: 7 });
  const lines = log.lines();
  expect(lines).toHaveLength(101);
  expect(lines.slice(0, 2)).toEqual([
    "b.csv:7: c: is wrong",
    "a.csv:98: c: is wrong in the 102th way",
  ]);
  expect(lines[100]).toBe("… and 44 more of other kinds.");
});
