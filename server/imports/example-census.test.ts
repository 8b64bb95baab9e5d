import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Store } from "~server/store/open-store";
import { openTestStore } from "~server/testing/open-test-store";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { importCensus } from "./import-census";
import { importRatings } from "./import-ratings";
import { NO_PROGRESS } from "~server/command-line/progress";

// Hashing and generating take seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let store: Store;
let dataDir: string;
let remove: () => void;
beforeAll(async () => {
  store = await openTestStore();
  ({ folder: dataDir, remove } = makeTemporaryFolder());
});
afterAll(async () => {
  await store.close();
  remove();
});

test("the example census is imported without a word, and the CMS file has stars for its facilities", async () => {
  const result = await importCensus({
    store,
    folder: "examples/census",
    dataDir,
    replace: false,
    now: new Date("2026-11-15T12:00:00Z"),
    progress: NO_PROGRESS,
  });
  expect(result.problems.lines()).toEqual([]);
  expect(result.warnings.lines()).toEqual([]);
  expect(result.unknownFiles).toEqual([]);
  expect(result).toMatchObject({
    outcome: "stored",
    accounts: { hasAccountManager: true },
  });
  expect(
    await importRatings({ store, filePath: "examples/cms-provider-info.csv" }),
  ).toMatchObject({
    ...{ facilities: 5, matched: 4, withoutCcn: 1 },
    tables: [{ changed: 4 }],
  });
});
