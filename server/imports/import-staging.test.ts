import { mkdirSync, readdirSync, readlinkSync, rmSync, watch } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runFile } from "~server/testing/child-process";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { makeStorePlace } from "~server/testing/store-place";
import { SMALL_CENSUS, writeCensus } from "./testing/census-files";

const PATIENTS = 12_000;

test.each(TEST_DIALECTS)(
  "an import into %s stages in the data folder alone, in a file that has no name and goes with its process",
  async (dialect) => {
    const place = await makeStorePlace(dialect);
    onTestFinished(() => place.remove());
    const ids = Array.from({ length: PATIENTS }, (_, index) => 5_000 + index);
    const census = writeCensus({
      ...SMALL_CENSUS,
      "patients.csv": ["1001,,,,", "1002,,,,", ...ids.map((id) => `${id},,,,`)],
    });
    onTestFinished(() => rmSync(census, { recursive: true }));
    const TMPDIR = path.join(place.dataDir, "tmp");
    mkdirSync(TMPDIR);
    const made: (string | null)[] = [];
    const watcher = watch(TMPDIR, (_, name) => made.push(name));
    onTestFinished(() => watcher.close());

    const { child, line, ended } = runFile(
      "server/imports/command.ts",
      [census],
      { ...place.env, TMPDIR, DEMO: "0" },
    );
    await line((text) => text === "Checking …");
    const opened = `/proc/${child.pid}/fd`;
    const links = readdirSync(opened).map((fd) =>
      readlinkSync(path.join(opened, fd)),
    );
    expect(links.filter((link) => link.includes("staging"))).toEqual([
      expect.stringMatching(`^${place.dataDir}/staging-.* \\(deleted\\)$`),
    ]);
    expect(
      readdirSync(place.dataDir).filter((name) => name.includes("staging")),
    ).toEqual([]);
    expect(await ended).toEqual({ status: 0, errors: "" });
    expect(made).toEqual([]);
  },
);
