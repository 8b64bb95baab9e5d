import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { MessageLog } from "~server/messages/open-feed";
import { readMessage } from "~server/messages/open-feed";
import {
  addSender,
  applyAll,
  er7,
  messageStates,
  NOW,
  storedStays,
} from "~server/messages/testing/played-feed";
import { checkFigures } from "~server/measures/check/check-figures";
import { rebuildFigures } from "~server/measures/rebuild";
import { insertCensus } from "~server/measures/testing/census";
import type { Store } from "~server/store/open-store";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { makeStorePlace, type StorePlace } from "~server/testing/store-place";

const RESIDENTS = 8;

describe.each(TEST_DIALECTS)("two feeds on one %s", (dialect) => {
  let place: StorePlace;
  let stores: Store[];
  beforeEach(async () => {
    place = await makeStorePlace(dialect);
    stores = [await place.open(), await place.open()];
    const [{ db }] = stores as [Store, Store];
    const reach = { 111: epochDayOf("2026-06-01") };
    await insertCensus(
      db,
      { patients: [], stays: [], transfers: [], reach },
      [],
    );
    await rebuildFigures(db);
    await addSender(db, {});
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    await place.remove();
  });

  it("store the same messages once, and apply each other's without harm", async () => {
    const texts = Array.from({ length: RESIDENTS }, (_, number) => {
      const who = `R${number}^^^WILLOW^MR`;
      const pv1 = { 19: "V1" };
      return [
        er7("A01", "202606040900", { who, pv1 }),
        er7("A03", "202606090900", { who, pv1 }),
      ];
    }).flat();
    const outcomes = await Promise.all(
      stores.map(async ({ db }, feed) => {
        const log = new MessageLog(db);
        const own = feed === 0 ? texts : [...texts].reverse();
        const stored = await Promise.all(
          own.map((text) => {
            const message = readMessage({
              bytes: Buffer.from(text),
              via: "mllp",
              receivedAt: NOW,
            });
            if ("code" in message) throw new Error("no message");
            return log.store(message);
          }),
        );
        await applyAll(db);
        return stored;
      }),
    );
    for (const { db } of stores) await applyAll(db);
    const [{ db }] = stores as [Store, Store];
    const stored = outcomes.flat();
    expect(stored.filter((one) => one === "stored")).toHaveLength(texts.length);
    expect(Object.values(await messageStates(db))).toEqual(
      texts.map(() => "used"),
    );
    expect(await storedStays(db)).toEqual(
      Array.from(
        { length: RESIDENTS },
        (_, n) => `R${n} 111 06-04..06-09 feed`,
      ),
    );
    expect((await checkFigures(db)).places).toEqual([]);
  });
});
