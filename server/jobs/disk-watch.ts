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
import type { Store } from "~server/store/open-store";

const LOOK_EVERY_MS = 5_000;
const MEGABYTE = 1 << 20;

const LEVELS = { enough: "info", low: "warn", full: "error" } as const;

interface WatchParts {
  store: Store;
  log: Logger;
  after: After;
}

export interface DiskWatch {
  look(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts it: looks every five seconds. It logs when the disk's state changes, keeps the reserve (R255), and empties
 * the write-ahead log of SQLite where an import that was killed has left it large. On PostgreSQL it does nothing.
 */
export function startDiskWatch({ store, log, after }: WatchParts): DiskWatch {
  const { file } = store;
  let state: DiskState = "enough";
  let isStopped = false;
  let looking: Promise<void> | null = null;
  let cancelLook = after(LOOK_EVERY_MS, () => void look());

  async function watch(file: string): Promise<void> {
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

  async function look(): Promise<void> {
    cancelLook();
    if (file === null) return;
    looking ??= watch(file)
      .catch((err: unknown) => log.warn({ event: "disk.not_watched", err }))
      .finally(() => {
        looking = null;
        if (isStopped) return;
        cancelLook = after(LOOK_EVERY_MS, () => void look());
      });
    return looking;
  }

  return {
    look,
    async stop() {
      isStopped = true;
      cancelLook();
      await looking;
    },
  };
}
