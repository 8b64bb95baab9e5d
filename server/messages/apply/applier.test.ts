import pino from "pino";
import { expect, it } from "vitest";
import type { After } from "~server/clock/clock";
import { storeMessage } from "~server/messages/senders/testing/store-message";
import { NOW } from "~server/messages/testing/played-feed";
import { openTestStore } from "~server/testing/open-test-store";
import { startApplier, MESSAGES_AT_ONCE } from "./apply-messages";

const inTurn: After = (_ms, work) => {
  const planned = setImmediate(work);
  return () => clearImmediate(planned);
};

it("tries again by itself what a database did not take that was away, also where it looks for nothing else", async () => {
  const { db, close } = await openTestStore("sqlite");
  await storeMessage(db, { sender: "WHO" });
  let isAway = true;
  const looks: (() => void)[] = [];
  const applier = startApplier({
    db: db.withPlugin({
      transformQuery({ node }) {
        if (isAway) throw new Error("the database is away");
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    log: pino({ level: "silent" }),
    clock: () => NOW,
    after(ms, work) {
      if (ms < 1_000) return inTurn(ms, work);
      looks.push(work);
      return () => {};
    },
    looks: false,
  });
  const status = async () => {
    const row = await db
      .selectFrom("feed_messages")
      .select("status")
      .executeTakeFirstOrThrow();
    return row.status;
  };
  await expect.poll(() => looks.length).toBe(1);
  expect(await status()).toBe("stored");
  isAway = false;
  looks[0]?.();
  await expect.poll(status).toBe("waiting");
  await applier.idle();
  expect(looks).toHaveLength(1);
  await applier.close();
  await close();
});

it("ends after the transaction that is under way, and what is left is applied by the next one", async () => {
  const { db, close } = await openTestStore("sqlite");
  const parts = {
    db,
    log: pino({ level: "silent" }),
    clock: () => NOW,
    after: inTurn,
    looks: false,
  };
  const left = async () => {
    const rows = await db
      .selectFrom("feed_messages")
      .where("status", "=", "stored")
      .select("id")
      .execute();
    return rows.length;
  };
  for (let count = 0; count < 2 * MESSAGES_AT_ONCE + 1; count += 1) {
    await storeMessage(db, { sender: "WHO" });
  }
  await startApplier(parts).close();
  expect(await left()).toBe(MESSAGES_AT_ONCE + 1);
  const next = startApplier(parts);
  await next.idle();
  expect(await left()).toBe(0);
  await next.close();
  await close();
});
