import { describe, expect, it } from "vitest";
import { csvCell } from "./csv-cells";

describe("the text of a cell", () => {
  it.each([
    ["|calc", "'|calc"],
    [" \u200b|calc", "'|calc"],
    ["a|b", "a|b"],
    ["x;=1+1", "x;'=1+1"],
    [";=1+1", ";'=1+1"],
    ["x;+1", "x;'+1"],
    ["x; -1", "x; '-1"],
    ["x;@y", "x;'@y"],
    ["x;|y", "x;'|y"],
    ["x;＝1", "x;'＝1"],
    ["x\t=1", "x\t'=1"],
    ["x\n=1", "x\n'=1"],
    ["x\r=1", "x\r'=1"],
    ["x\r\n\u00a0=1", "x\r\n\u00a0'=1"],
    ["x;\u200b=1", "x;\u200b'=1"],
    ['x;"=1"', `x;"'=1"`],
    ["x;=1;=2", "x;'=1;'=2"],
    ["x;y=1", "x;y=1"],
    ["x; y - z", "x; y - z"],
    ["Smith; Jones", "Smith; Jones"],
    ["x=1", "x=1"],
    ["", ""],
  ])("%j is written as %j", (text, harmless) => {
    expect(csvCell(text)).toBe(harmless);
  });

  it("is changed once: a harmless one stays as it is", () => {
    for (const text of ["|x", "x;=1", "x\n=1;-2"]) {
      const once = csvCell(text);
      expect(csvCell(once)).toBe(once);
    }
  });
});

it.each([-2, 0, null])("the cell %j stays as it is", (cell) => {
  expect(csvCell(cell)).toBe(cell);
});
