import path from "node:path";
import { logBytes } from "~/runtime/database/log-size.server";
import { CACHE_BYTES } from "~/runtime/database/sqlite-handle.server";
import { freeBytes, SPARE_BYTES } from "~/runtime/disk-space.server";
import { CommandError } from "~server/command-line/command-error";
import type { Progress } from "~server/command-line/progress";
import { DATABASE_FILE } from "~server/store/open-store";

const MEGABYTE = 1 << 20;
/** The rows of the files and those that are stored lie beside each other before anything is stored. */
const STAGED_PER_FILE_BYTE = 2;
/** What a transaction still has in memory goes to the log, and from there into the file. */
const UNWRITTEN_BYTES = 2 * CACHE_BYTES;

/** The disk has too little room for an import; nothing was stored (R254). */
class NoRoomError extends CommandError {
  constructor(free: number, needed: number) {
    super(
      `The disk with the data has ${inMegabytes(free)} free. The import needs ${inMegabytes(needed)}.`,
    );
    this.name = "NoRoomError";
  }
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / MEGABYTE)} MB`;
}

/** @param growth what the disk has to take beside what is left free */
function requireFree(dataDir: string, growth: number): void {
  const needed = growth + UNWRITTEN_BYTES + SPARE_BYTES;
  const free = freeBytes(dataDir);
  if (free < needed) throw new NoRoomError(free, needed);
}

/**
 * Refuses an import for which the disk of `DATA_DIR` has too little room, and returns a progress that ends it with a
 * {@link NoRoomError} where the disk gets too small on the way. What stands in the log of SQLite goes into the file
 * afterwards, which may grow by as much.
 *
 * @param bytes of the files
 */
export function watchRoom(
  progress: Progress,
  dataDir: string,
  bytes: number,
): Progress {
  requireFree(dataDir, bytes * STAGED_PER_FILE_BYTE);
  const file = path.join(dataDir, DATABASE_FILE);
  const check = () => requireFree(dataDir, logBytes(file));
  return {
    step(title) {
      check();
      progress.step(title);
    },
    at(done, total) {
      check();
      progress.at(done, total);
    },
    end: () => progress.end(),
  };
}
