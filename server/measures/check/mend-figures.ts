import { CommandError } from "~server/command-line/command-error";
import { rebuildFigures } from "~server/measures/rebuild";
import { raiseVersionFrom } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";

/** Exit statuses of the check. Where an import ends likewise, it has the same one (R234). */
export const EXIT_STATUS = {
  agrees: 0,
  wrongUse: 2,
  /** The database, the disk or something else failed. */
  failed: 5,
  /** An import changed the data between the check and its mending. */
  conflict: 6,
  /** Something differs. */
  differs: 7,
} as const;

/** An import changed the data between the check and its mending. */
export class FiguresConflict extends CommandError {
  constructor() {
    super(
      "An import changed the data while they were checked. Please start the check again.",
    );
  }
}

/**
 * Works out all figures again, in one transaction. Readers go on with the old ones; whoever writes to what it writes, on SQLite
 * to anything, waits. The data version grows, because answers are remembered by it.
 *
 * @param version of the data that were checked; throws a {@link FiguresConflict} where there are others now
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
