import { spawnSync } from "node:child_process";
import { readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of its own, that goes with the process; not every kernel lets anybody make one. */
const APART = ["--map-root-user", "--mount"];
const FILLING = "filling-";

export const canMakeDisks =
  spawnSync("unshare", [...APART, "mount", "-t", "tmpfs", "tmpfs", tmpdir()])
    .status === 0;

/** A disk for the data folder alone. */
export interface OwnDisk {
  megabytes: number;
  isFull?: boolean;
}

/** Moves what is in `$DATA_DIR` to a disk of so many megabytes in its place, and becomes the command. */
const SCRIPT = `
mkdir "$DATA_DIR.before" && cp -a "$DATA_DIR"/. "$DATA_DIR.before" || exit 90
mount -t tmpfs -o size=$0,mode=700 tmpfs "$DATA_DIR" || exit 91
cp -a "$DATA_DIR.before"/. "$DATA_DIR" || exit 92
if [ "$1" = full ]; then
  head -c 16M /dev/zero > "$DATA_DIR/disk-reserve"
  cat /dev/zero > "$DATA_DIR/filling-0" 2> /dev/null
fi
shift
exec "$@"
`;

/**
 * The command that runs another one with its data folder on a disk of its own; the process stays the same. A full disk has
 * the reserve that a server keeps, and not one byte more.
 */
export function onOwnDisk(
  { megabytes, isFull = false }: OwnDisk,
  command: string[],
): string[] {
  const filling = isFull ? "full" : "empty";
  const size = `${megabytes}m`;
  return ["unshare", ...APART, "sh", "-c", SCRIPT, size, filling, ...command];
}

/** The data folder as a process with a disk of its own sees it. */
export function asSeenBy(pid: number, folder: string): string {
  return join(`/proc/${pid}/root`, folder);
}

/** Leaves so many bytes of the disk of a folder to others, or not one. */
export function fillDisk(folder: string, leftBytes = 0): void {
  if (leftBytes > 0) {
    const { bavail, bsize } = statfsSync(folder);
    const most = Buffer.alloc(bavail * bsize - leftBytes);
    writeFileSync(join(folder, `${FILLING}most`), most);
    return;
  }
  let files = 0;
  for (const bytes of [1 << 20, 1 << 16, 1 << 12]) {
    const part = Buffer.alloc(bytes);
    try {
      for (;;) writeFileSync(join(folder, `${FILLING}${files++}`), part);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}

/** Makes room again. */
export function emptyDisk(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(FILLING)) rmSync(join(folder, name));
  }
}
