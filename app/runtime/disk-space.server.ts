import { randomBytes } from "node:crypto";
import { existsSync, renameSync, rmSync, statfsSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";

const MEGABYTE = 1 << 20;

/** What an import leaves free on the disk of the data, for sign-ins and changes (R254). */
export const SPARE_BYTES = 64 * MEGABYTE;
const FULL_BELOW_BYTES = MEGABYTE;
/** The reserve is given up before the disk is full. */
const RESERVE_GOES_BELOW_BYTES = 8 * MEGABYTE;
/** Some thousand sign-ins, and the start of a server, which cannot even read without a little room. */
const RESERVE_MEGABYTES = 16;
const RESERVE_FILE = "disk-reserve";

export type DiskState = "enough" | "low" | "full";

/** Infinite if the file system does not report it. */
export function freeBytes(folder: string): number {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return blocks === 0 ? Infinity : bavail * bsize;
}

export function diskStateOf(folder: string): DiskState {
  const free = freeBytes(folder);
  if (free < FULL_BELOW_BYTES) return "full";
  return free < SPARE_BYTES ? "low" : "enough";
}

/** A database on a server has a disk that is not ours to watch. */
export function diskOf({ file }: { file: string | null }): DiskState {
  return file === null ? "enough" : diskStateOf(dirname(file));
}

/** Frees room before the disk is full (R255). Returns whether there was a reserve. */
export function releaseReserve(dataDir: string): boolean {
  const file = join(dataDir, RESERVE_FILE);
  if (freeBytes(dataDir) >= RESERVE_GOES_BELOW_BYTES) return false;
  const isThere = existsSync(file);
  rmSync(file, { force: true });
  return isThere;
}

/** Does nothing if the disk has too little room without it. */
export async function keepReserve(dataDir: string): Promise<void> {
  const file = join(dataDir, RESERVE_FILE);
  const needed = RESERVE_MEGABYTES * MEGABYTE + SPARE_BYTES;
  if (existsSync(file) || freeBytes(dataDir) < needed) return;
  const half = `${file}.part`;
  const part = await open(half, "w", 0o600);
  try {
    for (let written = 0; written < RESERVE_MEGABYTES; written += 1) {
      // Zeros would take no room where the file system compresses.
      await part.write(randomBytes(MEGABYTE));
    }
  } finally {
    await part.close();
  }
  renameSync(half, file);
}
