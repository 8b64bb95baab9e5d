import { afterEach, beforeEach, describe } from "vitest";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  contentOf,
  importFolder,
  importRows,
  writeCensus,
  type CensusRows,
  type TestImport,
} from "./census-files";

export function describeImports(
  title: string,
  body: (tested: ReturnType<typeof testedOn>) => void,
): void {
  describe.each(TEST_DIALECTS)(title, (dialect) => body(testedOn(dialect)));
}

function testedOn(dialect: (typeof TEST_DIALECTS)[number]) {
  let store: Awaited<ReturnType<typeof openTestStore>>;
  beforeEach(async () => {
    store = await openTestStore(dialect);
  });
  afterEach(() => store.close());
  return {
    dialect,
    get store() {
      return store;
    },
    get db() {
      return store.db;
    },
    load: (rows: CensusRows, options?: TestImport) =>
      importRows(store, rows, options),
    /** Adds optional columns. */
    loadWith: (
      columns: Parameters<typeof writeCensus>[1],
      rows: CensusRows,
      options?: TestImport,
    ) => importFolder(store, writeCensus(rows, columns), options),
    content: () => contentOf(store),
  };
}
