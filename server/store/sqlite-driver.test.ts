import { statSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, it, vi, onTestFinished } from "vitest";
import { runFile } from "~server/testing/child-process";
import { namelessPhysician } from "~server/testing/nameless-physician";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { DATABASE_FILE } from "./open-store";
import { openStore } from "./open-store";
import type { Store } from "./open-store";

/** Processes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

function temporaryFolder(): string {
  const { folder, remove } = makeTemporaryFolder();
  onTestFinished(remove);
  return folder;
}

async function opened(store: Promise<Store>): Promise<Store> {
  const open = await store;
  onTestFinished(() => open.close());
  return open;
}

describe("the SQLite store", () => {
  it("is set up to lose nothing, and closed to other users", async () => {
    const dataDir = path.join(temporaryFolder(), "data");
    const { db } = await opened(openStore({ dataDir }));
    const pragma = async (name: string) => {
      const { rows } = await sql.raw(`pragma ${name}`).execute(db);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma("journal_mode")).toBe("wal");
    expect(await pragma("synchronous")).toBe(2);
    expect(await pragma("foreign_keys")).toBe(1);
    expect(await pragma("busy_timeout")).toBeGreaterThan(0);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    for (const ending of ["", "-wal"]) {
      const file = path.join(dataDir, DATABASE_FILE + ending);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  it("waits for another process's write without stopping this one", async () => {
    const dataDir = temporaryFolder();
    const [here, there] = [
      await opened(openStore({ dataDir })),
      await opened(openStore({ dataDir })),
    ];
    let ticks = 0;
    let isStored = false;
    await there.db.transaction().execute(async (trx) => {
      await trx.insertInto("physicians").values(namelessPhysician(1)).execute();
      const write = here.db
        .insertInto("physicians")
        .values(namelessPhysician(2));
      void write.execute().then(() => (isStored = true));
      while (ticks < 10) {
        await here.db.selectFrom("physicians").select("npi").execute();
        await new Promise((resolve) => setImmediate(resolve));
        ticks++;
      }
      expect(isStored).toBe(false);
    });
    await expect.poll(() => isStored).toBe(true);
  });

  it("says busy when another process writes for longer than a caller can wait", async () => {
    const dataDir = temporaryFolder();
    const there = await opened(openStore({ dataDir }));
    const here = await opened(openStore({ dataDir }, { busyLimitMs: 50 }));
    await there.db.transaction().execute(async (trx) => {
      await trx.insertInto("physicians").values(namelessPhysician(1)).execute();
      const write = here.db
        .insertInto("physicians")
        .values(namelessPhysician(2));
      await expect(write.execute()).rejects.toMatchObject({
        code: "SQLITE_BUSY",
      });
    });
  });

  it("has every row that was acknowledged before kill -9", async () => {
    const dataDir = temporaryFolder();
    const writer = runFile("server/testing/processes/write-until-killed.ts", [
      dataDir,
    ]);
    await writer.line((line) => Number(line) >= 150);
    writer.child.kill("SIGKILL");
    await writer.ended;
    const { db } = await opened(openStore({ dataDir }));
    const rows = await db.selectFrom("physicians").select("npi").execute();
    const stored = new Set(rows.map((row) => row.npi));
    const acknowledged = writer.lines.map(Number);
    expect(acknowledged.length).toBeGreaterThanOrEqual(150);
    expect(acknowledged.filter((npi) => !stored.has(npi))).toEqual([]);
    const check = await sql`pragma integrity_check`.execute(db);
    expect(check.rows).toEqual([{ integrity_check: "ok" }]);
  });
});
