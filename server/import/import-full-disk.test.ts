import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { logBytes } from "~/runtime/database/log-size.server";
import { LOG_KEPT_BYTES } from "~/runtime/database/sqlite-handle.server";
import { DATABASE_FILE, openStore } from "~server/store/open-store";
import { compiledFile } from "~server/testing/child-process";
import {
  contentOf,
  importRows,
  SMALL_CENSUS,
  writeCensus,
} from "./testing/census-files";

const FACILITIES = 200;
/** Too small for what an import leaves free, and large enough for it, but not for what follows from the census. */
const SMALL_DISK = "32m";
const LARGER_DISK = "140m";
/** A disk of its own, that goes with the process; not every kernel lets anybody make one. */
const APART = ["--map-root-user", "--mount"];
const canMount =
  spawnSync("unshare", [...APART, "mount", "-t", "tmpfs", "tmpfs", tmpdir()])
    .status === 0;

/** On a disk of its own: the old data, which a server has open, then the import, then what is left, to look at. */
const SCRIPT = `
mount -t tmpfs -o size="$DISK" tmpfs "$DISK_DIR" || exit 90
cp "$OLD_DIR"/sojourn.db "$DISK_DIR" || exit 91
"$NODE" "$SERVER" "$DISK_DIR" > "$LEFT_DIR/said" &
until grep -qs open "$LEFT_DIR/said"; do kill -0 $! || exit 92; sleep 0.1; done
DATA_DIR="$DISK_DIR" "$NODE" "$COMMAND" "$CENSUS_DIR"
status=$?
cp "$DISK_DIR"/sojourn.db* "$LEFT_DIR" || exit 93
kill $!
exit $status
`;

let folder: string;
let census: string;
const inFolder = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sojourn-full-"));
  for (const name of ["old", "disk", "left"]) mkdirSync(inFolder(name));
  // Few rows, of which many follow: each facility has a running total for each day since 1990.
  const ids = Array.from({ length: FACILITIES }, (_, index) => 5_000 + index);
  census = writeCensus({
    "divisions.csv": ["1,Renamed"],
    "facilities.csv": ids.map((id) => `${id},Facility ${id},10,,,,,`),
    "patients.csv": ids.map((id) => `${id},MRN-${id},Some,Body-${id},`),
    "stays.csv": ids.map(
      (id) => `${id},${id},${id},,1990-01-01,1990-06-30,hospital,false`,
    ),
  });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(census, { recursive: true });
});

test.skipIf(!canMount).each([
  { disk: SMALL_DISK, when: "before it begins" },
  { disk: LARGER_DISK, when: "before nobody else can store anything" },
])(
  "an import for which a disk of $disk is too small stops $when, and leaves the old data whole and the log empty",
  async ({ disk }) => {
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
          SERVER: compiledFile("server/testing/processes/hold-store.ts"),
          OLD_DIR: inFolder("old"),
          DISK: disk,
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
        /^The disk with the data has \d+ MB free\. The import needs \d+ MB\.\nNothing was stored\.\n$/,
      ),
    ]);

    const file = path.join(inFolder("left"), DATABASE_FILE);
    expect(logBytes(file)).toBeLessThanOrEqual(LOG_KEPT_BYTES);
    const after = await openStore({ dataDir: inFolder("left") });
    expect(await contentOf(after)).toEqual(before);
    await after.close();
  },
  60_000,
);
