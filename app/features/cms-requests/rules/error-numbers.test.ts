import { describe, expect, it } from "vitest";
import {
  isErrorNumber,
  matchingErrorNumbers,
  splitErrorNumbers,
  MDS_ERROR_NUMBERS,
} from "./error-numbers";

describe("the listed error numbers", () => {
  it("are well-formed, once each, in order", () => {
    expect(MDS_ERROR_NUMBERS).toHaveLength(160);
    expect(MDS_ERROR_NUMBERS.every(isErrorNumber)).toBe(true);
    const inOrder = [...new Set(MDS_ERROR_NUMBERS)].sort(
      (one, other) => Number(other) - Number(one),
    );
    expect(MDS_ERROR_NUMBERS).toEqual(inOrder);
  });
});

describe("an error number", () => {
  it.each(["-100", "-1001", "-99999"])("may be %s", (text) => {
    expect(isErrorNumber(text)).toBe(true);
  });

  it.each([
    "",
    "-",
    "1001",
    "-99",
    "-0100",
    "-100000",
    "-10.1",
    "-1001x",
    "- 1001",
  ])("may not be '%s'", (text) => {
    expect(isErrorNumber(text)).toBe(false);
  });
});

describe("what is typed", () => {
  it("is split at blanks, commas and semicolons, with or without a minus of any kind", () => {
    expect(
      splitErrorNumbers(" -1001, 1002;\u22123511\t\u20133517\n--1 abc "),
    ).toEqual(["-1001", "-1002", "-3511", "-3517", "--1", "abc"]);
    expect(splitErrorNumbers("  ")).toEqual([]);
  });
});

describe("the options of a search", () => {
  it("are at most 80, and the count tells of the others", () => {
    const { shown, total } = matchingErrorNumbers(MDS_ERROR_NUMBERS, "");
    expect([shown.length, total]).toEqual([80, MDS_ERROR_NUMBERS.length]);
    const exactly = MDS_ERROR_NUMBERS.slice(0, 80);
    expect(matchingErrorNumbers(exactly, " ").shown).toEqual(exactly);
  });

  it("hold the digits anywhere, and with a minus begin with them", () => {
    const list = ["-1001", "-3510", "-4035"];
    expect(matchingErrorNumbers(list, "35").shown).toEqual(["-3510", "-4035"]);
    expect(matchingErrorNumbers(list, "-35").shown).toEqual(["-3510"]);
    expect(matchingErrorNumbers(list, "\u221235 ").shown).toEqual(["-3510"]);
    expect(matchingErrorNumbers(list, "x")).toEqual({ shown: [], total: 0 });
  });
});
