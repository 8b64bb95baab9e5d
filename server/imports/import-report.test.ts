import { expect, test } from "vitest";
import { FileError } from "./census-folder";
import {
  EXIT_STATUS,
  exitStatusOf,
  ImportConflict,
  ImportInterrupted,
} from "./import-report";

test("an error says by its kind who can mend it", () => {
  expect(exitStatusOf(new FileError("none"))).toBe(EXIT_STATUS.problems);
  expect(exitStatusOf(new ImportConflict())).toBe(EXIT_STATUS.conflict);
  const interrupted = new ImportInterrupted(1, new ImportConflict());
  expect(exitStatusOf(interrupted)).toBe(EXIT_STATUS.conflict);
  expect(exitStatusOf(new Error("the disk"))).toBe(EXIT_STATUS.failed);
});

test("no two ways to end share a status", () => {
  const all = Object.values(EXIT_STATUS);
  expect(all).toEqual([...new Set(all)]);
});
