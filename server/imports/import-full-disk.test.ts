import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { logBytes } from "~/runtime/database/log-size.server";
import { LOG_KEPT_BYTES } from "~/runtime/database/sqlite-handle.server";
import { checkFigures } from "~server/measures/check/check-figures";
import { DATABASE_FILE, openStore } from "~server/store/open-store";
import { compiledFile } from "~server/testing/child-process";
import {
  contentOf,
  importRows,
  SMALL_CENSUS,
  writeCensus,
} from "./testing/census-files";

const FACILITIES = 200;
const STAYS_OF_EACH = 100;
const FIRST_DAY = epochDayOf("1990-01-01");
/** Too small for what an import leaves free, and large enough until something else takes of it. */
const SMALL_DISK = "32m";
const LARGER_DISK = "200m";
/** What something else puts there while the import is at work. */
const FILLER_BYTES = 90 * 1024 * 1024;
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
server=$!
until grep -qs open "$LEFT_DIR/said"; do kill -0 $server || exit 92; sleep 0.1; done
DATA_DIR="$DISK_DIR" "$NODE" "$COMMAND" "$CENSUS_DIR" > "$LEFT_DIR/import" &
import=$!
if [ "$FILLER" != 0 ]; then
  until grep -qs Storing "$LEFT_DIR/import"; do kill -0 $import || break; sleep 0.02; done
  head -c "$FILLER" /dev/zero > "$DISK_DIR/filler"
fi
wait $import
status=$?
cp "$DISK_DIR"/sojourn.db* "$LEFT_DIR" || exit 93
kill $server
exit $status
`;

let folder: string;
let census: string;
const inFolder = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sojourn-full-"));
  for (const name of ["old", "disk", "left"]) mkdirSync(inFolder(name));
  // Each stay is on days of its own, in places of its own, so that much follows from it.
  const ids = Array.from({ length: FACILITIES }, (_, index) => 5_000 + index);
  census = writeCensus({
    "divisions.csv": ["1,Renamed", ...ids.map((id) => `${id},Division ${id}`)],
    "regions.csv": ids.map((id) => `${id},Region ${id},${id}`),
    "facilities.csv": ids.map((id) => `${id},Facility ${id},${id},,,,,`),
    "patients.csv": ids.map((id) => `${id},MRN-${id},Some,Body-${id},`),
    "stays.csv": ids.flatMap((id) =>
      Array.from({ length: STAYS_OF_EACH }, (_, index) => {
        const day = FIRST_DAY + 30 * index;
        const days = `${isoDayOf(day)},${isoDayOf(day + 5)}`;
        return `${id * 1_000 + index},${id},${id},,${days},hospital,true`;
      }),
    ),
  });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  rmSync(census, { recursive: true });
});

test.skipIf(!canMount).each([
  {
    disk: SMALL_DISK,
    filler: 0,
    when: "is too small stops before it begins",
    left: "the old data whole",
    message: "Nothing was stored.",
  },
  {
    disk: LARGER_DISK,
    filler: FILLER_BYTES,
    when: "gets too small stops before nobody else can store anything",
    left: "rows and figures in agreement",
    message:
      "A part of it is stored. Import the same folder again: that stores what is missing.",
  },
])(
  "an import for which a disk of $disk $when, and leaves $left and the log empty",
  async ({ disk, filler, message }) => {
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
          COMMAND: compiledFile("server/imports/command.ts"),
          SERVER: compiledFile("server/testing/processes/hold-store.ts"),
          OLD_DIR: inFolder("old"),
          DISK: disk,
          FILLER: String(filler),
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
        /^The disk with the data has \d+ MB free\. The import needs \d+ MB\.\n.*\n$/,
      ),
    ]);
    expect(stderr).toContain(message);

    const file = path.join(inFolder("left"), DATABASE_FILE);
    expect(logBytes(file)).toBeLessThanOrEqual(LOG_KEPT_BYTES);
    const after = await openStore({ dataDir: inFolder("left") });
    if (filler === 0) expect(await contentOf(after)).toEqual(before);
    expect((await checkFigures(after.db)).places).toEqual([]);
    await after.close();
  },
);
