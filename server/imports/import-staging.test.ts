import { mkdirSync, readdirSync, rmSync, statSync, watch } from "node:fs";
import path from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseSettings } from "~/contract/settings";
import { openDataServer } from "~server/data-server";
import { runFile } from "~server/testing/child-process";
import {
  createThrowAwaySchema,
  TEST_DIALECTS,
} from "~server/testing/open-test-store";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { SMALL_CENSUS, writeCensus } from "./testing/census-files";

/** Processes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const PATIENTS = 12_000;

describe.each(TEST_DIALECTS)("an import into %s", (dialect) => {
  let folder: string;
  let census: string;
  let env: Record<string, string>;
  const cleanups: (() => unknown)[] = [];
  const inFolder = (name: string) => path.join(folder, name);
  const staged = () => readdirSync(inFolder("data/staging"));

  beforeEach(async () => {
    const temporary = makeTemporaryFolder();
    folder = temporary.folder;
    cleanups.push(temporary.remove);
    const ids = Array.from({ length: PATIENTS }, (_, index) => 5_000 + index);
    census = writeCensus({
      ...SMALL_CENSUS,
      "patients.csv": ["1001,,,,", "1002,,,,", ...ids.map((id) => `${id},,,,`)],
    });
    cleanups.push(() => rmSync(census, { recursive: true }));
    mkdirSync(inFolder("tmp"));
    env = { DATA_DIR: inFolder("data"), TMPDIR: inFolder("tmp"), DEMO: "0" };
    if (dialect === "postgres") {
      const { databaseUrl, drop } = await createThrowAwaySchema();
      cleanups.push(drop);
      env.DATABASE_URL = databaseUrl;
    }
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  const run = () => runFile("server/imports/command.ts", [census], env);

  async function kill(): Promise<void> {
    const { child, line, ended } = run();
    await line((text) => text === "Checking …");
    child.kill("SIGKILL");
    expect((await ended).status).toBeNull();
    const [name = "none"] = staged();
    const { mode } = statSync(inFolder(`data/staging/${name}`));
    expect((mode & 0o777).toString(8)).toBe("600");
  }

  test("writes nothing to the system's temporary folder, and leaves nothing in its own", async () => {
    const made: (string | null)[] = [];
    const watcher = watch(inFolder("tmp"), (_, name) => made.push(name));
    cleanups.push(() => watcher.close());
    expect(await run().ended).toEqual({ status: 0, errors: "" });
    expect(made).toEqual([]);
    expect(staged()).toEqual([]);
  });

  test("that was killed leaves a file that the next start of a server removes", async () => {
    await kill();
    const { settings } = parseSettings(env);
    if (!settings) throw new Error("these settings are wrong");
    const log = pino({ enabled: false });
    const server = await openDataServer({ settings, log });
    await server.close();
    expect(staged()).toEqual([]);
  });
});
