import path from "node:path";
import { testDatabaseUrl } from "~server/env";
import { createThrowAwaySchema } from "./open-test-store";
import { makeTemporaryFolder } from "./temporary-folder";

export interface TestDatabasePlace {
  location: { file: string } | { databaseUrl: string };
  remove(): Promise<void>;
}

export async function testDatabasePlace(): Promise<TestDatabasePlace> {
  if (testDatabaseUrl()) {
    const { databaseUrl, drop } = await createThrowAwaySchema();
    return { location: { databaseUrl }, remove: drop };
  }
  const { folder, remove } = makeTemporaryFolder();
  return {
    location: { file: path.join(folder, "portal.sqlite") },
    remove: async () => remove(),
  };
}
