import { FiguresConflict } from "./mend-figures";

/** Exit statuses of the check. Where an import ends likewise, it has the same one (R234). */
export const EXIT_STATUS = {
  /** All agrees, or was mended. */
  agrees: 0,
  wrongUse: 2,
  /** The database, the disk or something else failed. */
  failed: 5,
  /** An import changed the data between the check and its mending. */
  conflict: 6,
  /** Something differs. */
  differs: 7,
} as const;

/** The exit status of a check that an error ended. */
export function exitStatusOf(error: unknown): number {
  return error instanceof FiguresConflict
    ? EXIT_STATUS.conflict
    : EXIT_STATUS.failed;
}

/** Lines of the usage text that explain the exit statuses. */
export const EXIT_STATUS_HELP = `Exit status:
  0  all figures agree (with --rebuild: now)
  2  wrong use, or wrong settings
  5  failed: the database, the disk or something else
  6  an import changed the data between check and rebuild; start it again
  7  some figures differ
`;
