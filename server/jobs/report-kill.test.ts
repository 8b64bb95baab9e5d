import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, onTestFinished } from "vitest";
import { storeRequest } from "~server/cms-requests/requested-reports";
import { openStore } from "~server/store/open-store";
import type { Store } from "~server/store/open-store";
import { runFile } from "~server/testing/child-process";
import {
  createThrowAwaySchema,
  TEST_DIALECTS,
} from "~server/testing/open-test-store";
import { plainUser } from "~server/testing/plain-user";
import { requestOf } from "~server/testing/qies-orders";
import { seedOrganization } from "~server/testing/seed-organization";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { claimNext } from "./report-queue";

/** Never answers while there is a file named slow beside it. */
const CONNECTOR = `
import { existsSync } from "node:fs";
export default ({ log }) => ({
  async fetchReport({ id }) {
    log.info({ event: "test.asked", report_id: id });
    if (existsSync(new URL("slow", import.meta.url))) await new Promise(() => {});
    return { state: "ready", content: Buffer.from("%PDF-1.7 whole") };
  },
});
`;

let folder: string;
beforeEach(() => {
  const temporary = makeTemporaryFolder();
  onTestFinished(temporary.remove);
  folder = temporary.folder;
});

async function storeOne({ db }: Store): Promise<number> {
  await seedOrganization(db);
  const at = new Date();
  const { id: userId } = await db
    .insertInto("users")
    .values(plainUser("ann"))
    .returning("id")
    .executeTakeFirstOrThrow();
  const request = requestOf("56-801", { facilityId: 111, userId });
  return (
    await storeRequest(db, request, {
      isnp: 0,
      now: at,
      dataVersion: null,
    })
  ).id;
}

test.each(TEST_DIALECTS)(
  "on %s a report whose maker is killed is taken up again, finished, and not made once more",
  async (dialect) => {
    const env: Record<string, string> = { DATA_DIR: folder, DEMO: "0" };
    if (dialect === "postgres") {
      const { databaseUrl, drop } = await createThrowAwaySchema();
      onTestFinished(drop);
      env.DATABASE_URL = databaseUrl;
    }
    env.CMS_CONNECTOR = path.join(folder, "connector.mjs");
    const slow = path.join(folder, "slow");
    writeFileSync(env.CMS_CONNECTOR, CONNECTOR);
    writeFileSync(slow, "");
    const store = await openStore(
      env.DATABASE_URL
        ? { databaseUrl: env.DATABASE_URL }
        : { dataDir: folder },
    );
    onTestFinished(() => store.close());
    const id = await storeOne(store);
    const row = () =>
      store.db.selectFrom("qies_reports").selectAll().executeTakeFirstOrThrow();
    const start = () => {
      const process = runFile("server/testing/processes/make-reports.ts", [
        JSON.stringify(env),
      ]);
      onTestFinished(() => void process.child.kill("SIGKILL"));
      return process;
    };
    const asked = (line: string) => line.includes("test.asked");

    const killed = start();
    await killed.line(asked);
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect(await row()).toMatchObject({ id, status: "pending", attempts: 1 });
    expect(await claimNext(store.db, new Date())).toBeNull();

    rmSync(slow);
    if (dialect === "postgres") {
      // Another process might be at it: the lease has to run out first.
      await store.db
        .updateTable("qies_reports")
        .set({ claimed_until: new Date().toISOString() })
        .execute();
    }
    const next = start();
    await next.line((line) => line.includes('"completed"'));
    next.child.kill("SIGTERM");
    expect(await next.ended).toEqual({ status: 0, errors: "" });
    const made = await row();
    expect(made).toMatchObject({ status: "completed", attempts: 2 });
    const file = store.db.selectFrom("qies_report_files").selectAll();
    expect(await file.execute()).toEqual([
      { report_id: id, part: 0, content: Buffer.from("%PDF-1.7 whole") },
    ]);

    const last = start();
    await last.line((line) => line === "open");
    last.child.kill("SIGTERM");
    expect((await last.ended).status).toBe(0);
    expect(last.lines.filter(asked)).toEqual([]);
    expect(await row()).toEqual(made);
  },
);
