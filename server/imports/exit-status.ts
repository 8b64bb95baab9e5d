import { FileError } from "./census-folder";
import { ImportConflict, ImportInterrupted } from "./import-recorder";

/** Exit statuses of the imports (R234). */
export const EXIT_STATUS = {
  done: 0,
  problems: 1,
  wrongUse: 2,
  removals: 3,
  warnings: 4,
  failed: 5,
  conflict: 6,
} as const;

export function exitStatusOf(error: unknown): number {
  if (error instanceof FileError) return EXIT_STATUS.problems;
  if (error instanceof ImportInterrupted) return exitStatusOf(error.because);
  if (error instanceof ImportConflict) return EXIT_STATUS.conflict;
  return EXIT_STATUS.failed;
}

export const EXIT_STATUS_HELP = `Exit status:
  0  stored, or nothing changed (with --dry-run: would be)
  1  refused: something in the files is wrong, or there are none
  2  wrong use, or wrong settings
  3  refused: more than 5 % of a table would be removed
  4  refused: there are warnings, and --strict was given
  5  failed: the database, the disk or something else
  6  something else changed the data, or another import is at work; start it again
`;
