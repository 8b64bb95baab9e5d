import { describe, expect, it, vi, onTestFinished } from "vitest";
import { restore } from "~server/backup/restore";
import { makeBackupFolder } from "~server/backup/testing/backup-folder";
import {
  importRows,
  NOW,
  REPLACE_ALL,
  SMALL_CENSUS,
} from "~server/imports/testing/census-files";
import { copyStore } from "~server/move/copy-store";
import { openStore, type Store } from "~server/store/open-store";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { insertAuditEvents } from "./audit-events";
import { sweepAuditEvents } from "./daily-sweep";
import { storedTrail } from "./testing/trail-of";

/** Copies take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

/** Three events, of which the oldest is not kept any more. */
async function fill({ db }: Store): Promise<void> {
  const record = {
    action: "delete_user",
    user: { id: 3, username: "ada" },
    target: { id: 4, username: "ben" },
    details: { via: "form" },
    address: "192.0.2.1",
    requestId: "r-1",
  } as const;
  const days = ["2019-01-01", "2026-01-01", "2026-02-01"];
  await insertAuditEvents(
    db,
    days.map((day) => ({ ...record, at: new Date(day) })),
  );
  const going = new AbortController().signal;
  await sweepAuditEvents(db, new Date("2020-01-01"), going);
}

const trailIn = async ({ db }: Store) => [
  await storedTrail(db, "delete_user"),
  await db.selectFrom("audit_horizon").selectAll().execute(),
];

/** What is kept is still guarded, and the next event gets a number that none has had. */
async function expectWhole(store: Store, trail: unknown[]): Promise<void> {
  expect(await trailIn(store)).toEqual(trail);
  expect(trail[0]).toHaveLength(2);
  expect(trail[1]).toMatchObject([{ kept_from: "2020-01-01T00:00:00.000Z" }]);
  const { db } = store;
  await expect(db.deleteFrom("audit_events").execute()).rejects.toThrow();
  await fill(store);
  const ids = (await storedTrail(db)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.min(...ids.slice(-2))).toBeGreaterThan(3);
}

describe("the trail", () => {
  it("comes back from a backup with its horizon", async () => {
    const here = makeBackupFolder();
    onTestFinished(() => here.remove());
    const before = await here.opened(async (store) => {
      await fill(store);
      return trailIn(store);
    });
    here.backUp();
    const { folder: dataDir, remove } = makeTemporaryFolder();
    onTestFinished(remove);
    await restore({ dataDir, source: here.copy, now: NOW });
    const store = await openStore({ dataDir });
    onTestFinished(() => store.close());
    await expectWhole(store, before);
  });

  describe.each(TEST_DIALECTS)("on %s", (dialect) => {
    it("moves there with its horizon", async () => {
      const source = await openTestStore("sqlite");
      onTestFinished(() => source.close());
      await fill(source);
      const target = await openTestStore(dialect);
      onTestFinished(() => target.close());
      await copyStore(source, target);
      await expectWhole(target, await trailIn(source));
    });

    it("outlives a census that replaces everything", async () => {
      const store = await openTestStore(dialect);
      onTestFinished(() => store.close());
      await importRows(store, SMALL_CENSUS);
      await fill(store);
      const before = await trailIn(store);
      const { "notes.csv": _, ...other } = SMALL_CENSUS;
      await importRows(store, other, REPLACE_ALL);
      await expectWhole(store, before);
    });
  });
});
