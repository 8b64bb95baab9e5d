import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "~server/store/open-store";
import { compiledFile } from "~server/testing/child-process";
import {
  contentOf,
  importRows,
  SMALL_CENSUS,
  writeCensus,
} from "./testing/census-files";

const PATIENTS = 20_000;
const DISK = "2m";
/** A disk of its own, that goes with the process; not every kernel lets anybody make one. */
const APART = ["--map-root-user", "--mount"];
const canMount =
  spawnSync("unshare", [...APART, "mount", "-t", "tmpfs", "tmpfs", tmpdir()])
    .status === 0;

/** On a small disk: the old data, then the import, then what is left, to look at. */
const SCRIPT = `
mount -t tmpfs -o size=${DISK} tmpfs "$DISK_DIR" || exit 90
cp "$OLD_DIR"/sojourn.db "$DISK_DIR" || exit 91
DATA_DIR="$DISK_DIR" "$NODE" "$COMMAND" "$CENSUS_DIR"
status=$?
cp "$DISK_DIR"/sojourn.db* "$LEFT_DIR" || exit 92
exit $status
`;

let folder: string;
let census: string;
const inFolder = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sojourn-full-"));
  for (const name of ["old", "disk", "left"]) mkdirSync(inFolder(name));
  const ids = Array.from({ length: PATIENTS }, (_, index) => 5_000 + index);
  census = writeCensus({
    "divisions.csv": ["1,Renamed"],
    "patients.csv": ids.map((id) => `${id},MRN-${id},Some,Body-${id},`),
    "stays.csv": ids.map(
      (id) => `${id},${id},100,,2025-01-01,2025-06-30,hospital,false`,
    ),
  });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(census, { recursive: true });
});

test.skipIf(!canMount)(
  "an import for which the disk is too small says so and leaves the old data whole",
  async () => {
    const old = await openStore({ dataDir: inFolder("old") });
    await importRows(old, SMALL_CENSUS);
    const before = await contentOf(old);
    await old.close();
    writeFileSync(inFolder("script"), SCRIPT);

    const { status, stderr } = spawnSync(
      "unshare",
      [...APART, "sh", inFolder("script")],
      {
        env: {
          NODE_ENV: "test",
          PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
          NODE: process.execPath,
          COMMAND: compiledFile("server/import/command.ts"),
          OLD_DIR: inFolder("old"),
          DISK_DIR: inFolder("disk"),
          LEFT_DIR: inFolder("left"),
          CENSUS_DIR: census,
        },
        encoding: "utf8",
      },
    );
    expect([status, stderr]).toEqual([
      5,
      expect.stringMatching(
        /^The disk with the data is full\.\nNothing was stored\.\n$/,
      ),
    ]);

    const after = await openStore({ dataDir: inFolder("left") });
    expect(await contentOf(after)).toEqual(before);
    await after.close();
  },
  60_000,
);
