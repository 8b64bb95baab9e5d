import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { openStore } from "~server/store/open-store";
import { runToEnd } from "~server/testing/child-process";
import { folderForEach } from "~server/testing/opened";
import {
  contentOf,
  importRows,
  SMALL_CENSUS,
  writeCensus,
  type CensusRows,
} from "./testing/census-files";

const here = folderForEach();

const command = (args: string[], env: Record<string, string> = {}) =>
  runToEnd("server/imports/command.ts", args, {
    DATA_DIR: here.folder,
    ...env,
  });

async function importing(rows: CensusRows, ...args: string[]) {
  const folder = writeCensus(rows);
  try {
    return await command([folder, ...args]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function stored() {
  const store = await openStore({ dataDir: here.folder });
  const content = await contentOf(store);
  await store.close();
  return content;
}

test("each way in which an import can end has an exit status of its own", async () => {
  const first = await openStore({ dataDir: here.folder });
  await importRows(first, SMALL_CENSUS);
  await first.close();

  expect(await importing(SMALL_CENSUS)).toMatchObject({ status: 0 });
  const before = await stored();
  const dry = await importing({ "divisions.csv": ["1,New"] }, "--dry-run");
  expect(dry.status).toBe(0);
  expect(dry.said).toContain("Dry run: nothing was stored");

  const wrong = await importing({ "divisions.csv": ["x,North"] });
  expect(wrong.status).toBe(1);
  expect(wrong.errors).toContain("Nothing was stored.");
  expect((await command([here.folder + "/none"])).status).toBe(1);

  const usage = await importing(SMALL_CENSUS, "--allow-removal=transfer");
  expect(usage.status).toBe(2);
  expect(usage.errors).toMatch(/^--allow-removal takes names of tables/);
  const settings = await command([here.folder], { PORT: "x" });
  expect(settings.status).toBe(2);

  const removal = await importing(
    { ...SMALL_CENSUS, "transfers.csv": [] },
    "--replace",
  );
  expect(removal.status).toBe(3);
  expect(removal.errors).toBe(
    `transfers: 1 of 1 rows would be removed (100 %).
More than 5 % of a table goes only where that is said. If the files are right, add --allow-removal=transfers.
Nothing was stored.
`,
  );
  const failed = await command([here.folder], {
    DATA_DIR: "/dev/null/none",
  });
  expect(failed.status).toBe(5);
  expect(await stored()).toEqual(before);

  const help = await command(["--help"]);
  expect(help.status).toBe(0);
  expect(help.said).toContain("  3  refused: more than 5 %");
});

test("--json writes the report alone to standard output, and all else to standard error", async () => {
  const through = "--data-through=2026-01-05";
  const run = await importing(SMALL_CENSUS, "--json", through);
  expect(run.status).toBe(0);
  expect(JSON.parse(run.said)).toMatchObject({
    kind: "census",
    outcome: "stored",
    dataThrough: "2026-01-05",
    isDryRun: false,
  });
  expect(run.errors).toContain("Storing …");
  expect(run.errors).toContain("Imported in ");

  const refused = await importing({ "divisions.csv": ["x,North"] }, "--json");
  expect(refused.status).toBe(1);
  expect(JSON.parse(refused.said)).toMatchObject({
    outcome: "refused",
    problems: [{ file: "divisions.csv", count: 1 }],
  });
  const missing = await command([`${here.folder}/none`, "--json"]);
  expect(missing.status).toBe(1);
  expect(JSON.parse(missing.said)).toMatchObject({
    outcome: "refused",
    files: [],
  });
});

test("--strict ends with a status of its own where an import else only warns", async () => {
  const twice = {
    ...SMALL_CENSUS,
    "transfers.csv": [
      "1,1001,100,2026-01-05,inpatient,false",
      "2,1001,100,2026-01-05,inpatient,false",
    ],
  };
  const strict = await importing(twice, "--strict");
  expect(strict.status).toBe(4);
  expect(strict.errors).toBe(
    "There are warnings, and --strict was given.\nNothing was stored.\n",
  );
  expect(strict.lines).toContain("Warnings: 1");
  const run = await importing(twice);
  expect(run.status).toBe(0);
  expect(run.lines).toContain("Warnings: 1");
});
