import { describe, expect, test } from "vitest";
import {
  findPhysicians,
  indexPhysicians,
  MOST_PHYSICIANS_FOUND,
  type FoundPhysician,
} from "./form-physicians";

function physician(
  npi: number,
  first_name: string | null,
  last_name: string | null,
): FoundPhysician {
  return { npi, first_name, last_name };
}

const INDEX = indexPhysicians([
  physician(1_003_000_104, "Zoë", "Ángel"),
  physician(1_003_000_103, null, null),
  physician(1_003_000_102, "Ann Marie", "Abara"),
  physician(1_003_000_101, "Ann Marie", "Abara"),
  physician(1_003_000_105, "Aaron", "Abara"),
  physician(1_003_000_106, "MARK", "de la Cruz"),
]);

function npis(typed: string): number[] {
  return findPhysicians(INDEX, typed).map(({ npi }) => npi % 1000);
}

describe("the search for physicians", () => {
  test("lists them by last name, first name and NPI, the nameless last", () => {
    expect(npis("1003")).toEqual([105, 101, 102, 104, 106, 103]);
  });

  test("finds each word in one of names and number, whatever the case and accents", () => {
    expect(npis("zoe")).toEqual([104]);
    expect(npis("ANGEL zo")).toEqual([104]);
    expect(npis("ángèl")).toEqual([104]);
    expect(npis("  cruz   mark ")).toEqual([106]);
    expect(npis("la cruz")).toEqual([106]);
    expect(npis("abara 0102")).toEqual([102]);
    expect(npis("marie ann")).toEqual([101, 102]);
    expect(npis("abara zoe")).toEqual([]);
  });

  test("does not find words across two fields", () => {
    expect(npis("abaraann")).toEqual([]);
    expect(npis("null")).toEqual([]);
  });

  test("finds nobody for nothing", () => {
    for (const text of ["", "   ", "\t\n", "\u0000"]) {
      expect(npis(text)).toEqual([]);
    }
  });

  test("takes signs as they are", () => {
    expect(npis("%")).toEqual([]);
    expect(npis(".*")).toEqual([]);
  });

  test("stops at 80", () => {
    const many = (count: number) =>
      indexPhysicians(
        Array.from({ length: count }, (_, at) => physician(at + 1, "A", "B")),
      );
    const found = findPhysicians(many(MOST_PHYSICIANS_FOUND + 1), "a b");
    expect(found).toHaveLength(MOST_PHYSICIANS_FOUND);
    expect(found.at(-1)?.npi).toBe(MOST_PHYSICIANS_FOUND);
    expect(findPhysicians(many(MOST_PHYSICIANS_FOUND - 1), "a")).toHaveLength(
      MOST_PHYSICIANS_FOUND - 1,
    );
  });
});
