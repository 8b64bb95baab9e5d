import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import BetterSqlite from "better-sqlite3";
import pino from "pino";
import { expect, it, onTestFinished } from "vitest";
import { parseSettings } from "~/contract/settings";
import { openDataServer } from "~server/data-server";
import { DATABASE_FILE } from "~server/store/open-store";
import { openStore } from "~server/store/open-store";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { virtualTime } from "~server/testing/virtual-time";
import { insertAuditEvents, type AuditRecord } from "./audit-events";
import { CALLER_WAITS_MS, createAuditTrail } from "./audit-trail";
import { storedTrail } from "./testing/trail-of";

const START = new Date("2026-06-15T12:00:00Z");
const RECORD: AuditRecord = {
  action: "view_patients",
  at: START,
  user: { id: 7, username: "ada" },
  details: { rows: 3 },
  address: null,
  requestId: null,
};

function makeFolder(): string {
  const { folder, remove } = makeTemporaryFolder();
  onTestFinished(remove);
  return folder;
}

it("a trail lets its callers go on while an import holds SQLite, and stores its records after it", async () => {
  const dataDir = makeFolder();
  const store = await openStore({ dataDir }, { busyLimitMs: 0 });
  onTestFinished(() => store.close());
  const time = virtualTime(START);
  const failures: unknown[] = [];
  const trail = createAuditTrail({
    write: (records) => insertAuditEvents(store.db, records),
    log: pino(
      { level: "error" },
      { write: (line) => void failures.push(line) },
    ),
    after: time.after,
  });
  const importing = new BetterSqlite(path.join(dataDir, DATABASE_FILE));
  onTestFinished(() => void importing.close());
  importing.exec("begin immediate");

  const recorded = trail.record(RECORD);
  while (failures.length === 0) await nextTurn();
  time.advance(CALLER_WAITS_MS);
  await recorded;
  // Reading goes on as well.
  expect(await storedTrail(store.db)).toEqual([]);

  importing.exec("commit");
  let isSettled = false;
  const settled = trail.settled().then(() => (isSettled = true));
  while (!isSettled) {
    await nextTurn();
    time.advance(100);
  }
  await settled;
  expect(await storedTrail(store.db)).toMatchObject([
    { action: "view_patients" },
  ]);
});

it("a data server deletes at its start what is older than the setting says", async () => {
  const dataDir = makeFolder();
  const { settings } = parseSettings({
    DATA_DIR: dataDir,
    DEMO: "0",
    AUDIT_RETENTION_DAYS: "365",
  });
  if (!settings) throw new Error("bad settings");
  const store = await openStore({ dataDir });
  onTestFinished(() => store.close());
  const kept = new Date(START.getTime() + 1);
  const now = new Date(kept.getTime() + 365 * 86_400_000);
  await insertAuditEvents(
    store.db,
    [START, kept, now].map((at) => ({ ...RECORD, at })),
  );
  const log = pino({ level: "silent" });
  const server = await openDataServer({ settings, log, clock: () => now });
  onTestFinished(() => server.close());
  let left = await storedTrail(store.db);
  while (left.length > 2) {
    await nextTurn();
    left = await storedTrail(store.db);
  }
  const times = left.map(({ at }) => at);
  expect(times).toEqual([kept.toISOString(), now.toISOString()]);
});
