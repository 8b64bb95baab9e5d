import { CommandError } from "~server/command-line/command-error";
import { rebuildFigures } from "~server/measures/rebuild";
import { raiseVersionFrom } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";

/** Exit statuses of the check; shared ones match those of imports (R234). */
export const EXIT_STATUS = {
  agrees: 0,
  wrongUse: 2,
  /** The database, disk or command failed. */
  failed: 5,
  /** An import changed the data between check and repair. */
  conflict: 6,
  /** Something differs. */
  differs: 7,
} as const;

export class FiguresConflict extends CommandError {
  constructor() {
    super(
      "An import changed the data while they were checked. Please start the check again.",
    );
  }
}

/**
 * Rebuilds all figures and raises the data version, because answers are cached by it. Throws a {@link FiguresConflict}
 * if the data changed since the checked version.
 */
export async function mendFigures(
  { db }: Pick<Store, "db">,
  version: number,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isRaised = await raiseVersionFrom(trx, version, "all");
    if (!isRaised) throw new FiguresConflict();
    await rebuildFigures(trx, onProgress);
  });
}

export function exitStatusOf(error: unknown): number {
  return error instanceof FiguresConflict
    ? EXIT_STATUS.conflict
    : EXIT_STATUS.failed;
}

export const EXIT_STATUS_HELP = `Exit status:
  0  all figures agree (with --rebuild: now)
  2  wrong use, or wrong settings
  5  failed: the database, the disk or something else
  6  an import changed the data between check and rebuild; start it again
  7  some figures differ
`;
