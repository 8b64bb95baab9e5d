import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MessageLog } from "~server/messages/open-feed";
import {
  addPlaces,
  applyAll,
  messages,
  messageStates,
  storedStays,
  storeText,
} from "~server/messages/testing/played-feed";
import { checkFigures } from "~server/measures/check/check-figures";
import { rebuildFigures } from "~server/measures/rebuild";
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
    await addPlaces(db);
    await rebuildFigures(db);
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    await place.remove();
  });

  it("store the same messages once, and apply each other's without harm", async () => {
    const texts = Array.from({ length: RESIDENTS }, (_, number) => {
      const more = `who=R${number}^^^WILLOW^MR 19=V1`;
      return messages(`A01 04 0900 ${more}; A03 09 0900 ${more}`);
    }).flat();
    const outcomes = await Promise.all(
      stores.map(async ({ db }, feed) => {
        const log = new MessageLog(db);
        const own = feed === 0 ? texts : [...texts].reverse();
        const stored = await Promise.all(
          own.map((text) => storeText(log, text)),
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
