import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DataDirInUseError, lockDataDir } from "./data-dir-lock";
import { openStore } from "./store/open-store";
import { runFile } from "./testing/child-process";
import { makeTemporaryFolder } from "./testing/temporary-folder";

/** Processes and password hashes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

describe("the lock of a data folder", () => {
  let folder: string;
  let remove: () => void;
  beforeEach(() => {
    ({ folder, remove } = makeTemporaryFolder());
  });
  afterEach(() => remove());

  it("is held by another process until that is gone, even by kill -9", async () => {
    const holder = runFile("server/testing/processes/hold-data-dir.ts", [
      folder,
    ]);
    await holder.line((line) => line === "locked");
    expect(() => lockDataDir(folder)).toThrow(DataDirInUseError);
    holder.child.kill("SIGKILL");
    await holder.ended;
    lockDataDir(folder)();
  });

  it("is held once within a process too, and can be taken again when let go", () => {
    const unlock = lockDataDir(folder);
    expect(() => lockDataDir(folder)).toThrow(
      `another Sojourn server is using ${folder}`,
    );
    unlock();
    lockDataDir(folder)();
  });

  it("does not keep an import from writing to the database", async () => {
    const unlock = lockDataDir(folder);
    const store = await openStore({ dataDir: folder });
    await store.db.updateTable("data_state").set({ version: 7 }).execute();
    await store.close();
    unlock();
  });
});
