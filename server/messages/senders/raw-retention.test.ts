import { openedForEach } from "~server/testing/opened";
import { describe, expect, it } from "vitest";
import pino from "pino";
import { insertAuditEvents } from "~server/audit/audit-events";
import { TEST_DIALECTS, openTestStore } from "~server/testing/open-test-store";
import { virtualTime } from "~server/testing/virtual-time";
import { dropRawMessages, startRawRetention } from "./raw-retention";
import { storeMessage } from "./testing/store-message";

const NOW = new Date("2026-06-30T16:00:00Z");
const BEFORE = new Date("2026-04-01T16:00:00Z");

describe.each(TEST_DIALECTS)("the text of messages on %s", (dialect) => {
  const store = openedForEach(() => openTestStore(dialect));

  const received = (received_at: string) =>
    storeMessage(store.db, { received_at }, "MSH|^~\\&|");

  const { signal: stopping } = new AbortController();
  const drop = () => dropRawMessages(store.db, BEFORE, { now: NOW, stopping });

  async function kept(): Promise<number[]> {
    const rows = await store.db
      .selectFrom("feed_raw")
      .select("message_id")
      .orderBy("message_id")
      .execute();
    return rows.map(({ message_id }) => message_id);
  }

  async function events() {
    const rows = await store.db
      .selectFrom("audit_events")
      .where("action", "=", "drop_raw_messages")
      .select(["at", "user_id", "details"])
      .execute();
    return rows.map((row) => ({ ...row, details: JSON.parse(row.details) }));
  }

  it("goes when it was received before, and the message stays", async () => {
    await received("2026-03-01T00:00:00.000Z");
    await received("2026-04-01T15:59:59.999Z");
    const last = await received(BEFORE.toISOString());
    expect(await drop()).toBe(2);
    expect(await kept()).toEqual([last]);
    const messages = await store.db
      .selectFrom("feed_messages")
      .select("id")
      .execute();
    expect(messages).toHaveLength(3);
    expect(await events()).toEqual([
      {
        at: NOW.toISOString(),
        user_id: null,
        details: { messages: 2, before: "2026-04-01" },
      },
    ]);
  });

  it("goes in steps", async () => {
    for (let count = 0; count < 501; count += 1) {
      await received("2026-03-01T00:00:00.000Z");
    }
    expect(await drop()).toBe(501);
    expect(await kept()).toEqual([]);
    // Each step is recorded as it is done.
    const counts = (await events()).map(({ details }) => details.messages);
    expect(counts).toEqual([500, 1]);
  });

  it("is not said to have gone where none was old", async () => {
    await received(NOW.toISOString());
    expect(await drop()).toBe(0);
    expect(await events()).toEqual([]);
  });

  it.each([
    ["goes where nobody has signed in for a month and messages come", 0],
    [
      "stays where nothing has happened for a month: the clock may be wrong",
      31,
    ],
  ])("%s", async (_, quietDays) => {
    const old = await received("2026-03-01T00:00:00.000Z");
    const newest = new Date(NOW.getTime() - quietDays * 86_400_000);
    const last = await received(newest.toISOString());
    await insertAuditEvents(store.db, [
      {
        action: "sign_in",
        at: new Date("2026-03-01T00:00:00Z"),
        user: { id: 1, username: "ada" },
        address: null,
        requestId: null,
      },
    ]);
    const { clock, after } = virtualTime(NOW);
    const retention = startRawRetention({
      ...{ db: store.db, log: pino({ level: "silent" }) },
      ...{ clock, after, keptDays: 90 },
    });
    await retention.idle();
    await retention.stop();
    expect(await kept()).toEqual(quietDays === 0 ? [last] : [old, last]);
  });
});
