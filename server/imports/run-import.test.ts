import { expect, test } from "vitest";
import { parseImportArguments } from "./run-import";

const TODAY = "2026-06-30";
const CENSUS = {
  usage: "",
  options: [
    "replace",
    "allow-removal",
    "data-through",
    "dry-run",
    "strict",
    "json",
  ],
  removable: ["stays", "transfers", "users"],
} as const;
const FILE = { usage: "", options: ["dry-run"] } as const;

test("a folder alone asks for nothing else", () => {
  expect(parseImportArguments(["night"], CENSUS, TODAY)).toEqual({
    path: "night",
    paths: ["night"],
    replace: false,
    dryRun: false,
    strict: false,
    json: false,
    allowRemoval: new Set(),
    dataThrough: null,
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
    "--data-through=2026-06-29",
  ];
  expect(parseImportArguments(args, CENSUS, TODAY)).toEqual({
    path: "night",
    paths: ["night"],
    replace: true,
    dryRun: true,
    strict: true,
    json: true,
    allowRemoval: new Set(["transfers", "users"]),
    dataThrough: "2026-06-29",
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
  [["a", "--data-through=2026-07-01"]],
  [["a", "--data-through=06/29/2026"]],
  [["a", "--data-through"]],
])("%j is wrong use", (args) => {
  expect(() => parseImportArguments(args, CENSUS, TODAY)).toThrow();
});

test("a command takes no option of another", () => {
  expect(parseImportArguments(["a", "--dry-run"], FILE, TODAY)?.dryRun).toBe(
    true,
  );
  for (const option of [
    "--replace",
    "--allow-removal=stays",
    "--data-through=2026-06-29",
  ]) {
    expect(() => parseImportArguments(["a", option], FILE, TODAY)).toThrow();
  }
});

test("help is no wrong use, and needs no folder", () => {
  expect(parseImportArguments(["--help"], CENSUS, TODAY)).toBeNull();
});

test("several paths are for an import that takes several", () => {
  expect(
    parseImportArguments(["a", "b"], { ...FILE, hasPaths: true }, TODAY)?.paths,
  ).toEqual(["a", "b"]);
});
