import path from "node:path";
import type { Logger } from "pino";
import { emptyLog, logBytes } from "~/runtime/database/log-size.server";
import { LOG_KEPT_BYTES } from "~/runtime/database/sqlite-handle.server";
import {
  diskStateOf,
  freeBytes,
  keepReserve,
  releaseReserve,
  type DiskState,
} from "~/runtime/disk-space.server";
import type { After } from "~server/clock/clock";
import { startRounds } from "~server/clock/rounds";
import type { Store } from "~server/store/open-store";

const LOOK_EVERY_MS = 5_000;
const MEGABYTE = 1 << 20;

const LEVELS = { enough: "info", low: "warn", full: "error" } as const;

interface WatchParts {
  store: Store;
  log: Logger;
  after: After;
}

/** Every five seconds it logs changes, keeps the reserve (R255) and empties a large write-ahead log. SQLite only. */
export function startDiskWatch({ store, log, after }: WatchParts) {
  const { file } = store;
  let state: DiskState = "enough";

  async function checkDisk(file: string): Promise<void> {
    const dataDir = path.dirname(file);
    if (releaseReserve(dataDir)) log.error({ event: "disk.reserve_released" });
    const before = state;
    state = diskStateOf(dataDir);
    if (state !== before) {
      const free_mb = Math.floor(freeBytes(dataDir) / MEGABYTE);
      log[LEVELS[state]]({ event: `disk.${state}`, free_mb });
    }
    if (logBytes(file) > LOG_KEPT_BYTES) await emptyLog(store);
    await keepReserve(dataDir);
  }

  return startRounds(
    after,
    async () => {
      if (file === null) return null;
      await checkDisk(file).catch((err: unknown) =>
        log.warn({ event: "disk.not_watched", err }),
      );
      return LOOK_EVERY_MS;
    },
    LOOK_EVERY_MS,
  );
}
