import { expect, test } from "vitest";
import { parseImportArguments } from "./import-arguments";

const CENSUS = {
  usage: "",
  flags: ["replace", "dry-run", "strict", "json"],
  removable: ["stays", "transfers", "users"],
} as const;
const FILE = { usage: "", flags: ["dry-run"], removable: [] } as const;

test("a folder alone asks for nothing else", () => {
  expect(parseImportArguments(["night"], CENSUS)).toEqual({
    path: "night",
    replace: false,
    dryRun: false,
    strict: false,
    json: false,
    allowRemoval: new Set(),
  });
});

test("options may stand before or after the folder", () => {
  const args = [
    "--replace",
    "--strict",
    "night",
    "--dry-run",
    "--json",
    "--allow-removal=transfers, users",
  ];
  expect(parseImportArguments(args, CENSUS)).toEqual({
    path: "night",
    replace: true,
    dryRun: true,
    strict: true,
    json: true,
    allowRemoval: new Set(["transfers", "users"]),
  });
});

test.each([
  [[]],
  [["a", "b"]],
  [["a", "--replase"]],
  [["a", "--allow-removal=transfer"]],
  [["a", "--allow-removal=transfers,reports"]],
  [["a", "--allow-removal="]],
  [["a", "--allow-removal"]],
])("%j is wrong use", (args) => {
  expect(() => parseImportArguments(args, CENSUS)).toThrow();
});

test("a command takes no option of another", () => {
  expect(parseImportArguments(["a", "--dry-run"], FILE)?.dryRun).toBe(true);
  for (const option of ["--replace", "--allow-removal=stays"]) {
    expect(() => parseImportArguments(["a", option], FILE)).toThrow();
  }
});

test("help is no wrong use, and needs no folder", () => {
  expect(parseImportArguments(["--help"], CENSUS)).toBeNull();
});
