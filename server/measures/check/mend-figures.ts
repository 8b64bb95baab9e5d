import { CommandError } from "~server/command-line/command-error";
import type { Store } from "~server/store/open-store";
import { raiseVersionFrom } from "~server/store/data-state";
import { rebuildFigures } from "../rebuild";

/** An import changed the data between the check and its mending. */
export class FiguresConflict extends CommandError {
  constructor() {
    super(
      "An import changed the data while they were checked. Please start the check again.",
    );
  }
}

/**
 * Works out all figures anew, in one transaction. Readers go on with the old ones; whoever writes to what it writes, on SQLite
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
