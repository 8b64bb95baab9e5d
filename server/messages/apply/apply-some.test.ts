import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isBusy } from "~/runtime/database/sqlite-handle.server";
import { storeMessage } from "~server/messages/senders/testing/store-message";
import {
  addPlaces,
  messageStates,
  NOW,
} from "~server/messages/testing/played-feed";
import { openStore, type Store } from "~server/store/open-store";
import { makeStorePlace, type StorePlace } from "~server/testing/store-place";
import { applySome } from "./apply-messages";

/** What another process does that works on the same file. */
describe("messages beside another process", () => {
  let place: StorePlace;
  let store: Store;
  let other: BetterSqlite.Database;
  beforeEach(async () => {
    place = await makeStorePlace("sqlite");
    const { dataDir } = place;
    store = await openStore({ dataDir }, { busyLimitMs: 20 });
    other = new BetterSqlite(join(dataDir, "sojourn.db"));
    await addPlaces(store.db);
  });
  afterEach(async () => {
    other.close();
    await store.close();
    await place.remove();
  });

  it("stay to be applied where that one writes for longer than they wait", async () => {
    await storeMessage(store.db, { sender: "WHO", control_id: "INNOCENT" });
    other.exec("begin immediate");
    const applied = applySome(store.db, NOW, () => other.exec("commit"));
    const trouble: unknown = await applied.catch((error: unknown) => error);
    expect(isBusy(trouble)).toBe(true);
    expect(await messageStates(store.db)).toEqual({ INNOCENT: "stored" });
  });

  it("wait alone where they failed, also when that one was quicker to settle them", async () => {
    const wrong = { sender: "PCC", facility: "WILLOW" };
    await storeMessage(store.db, { ...wrong, control_id: "FAILS" });
    await storeMessage(store.db, { sender: "WHO", control_id: "INNOCENT" });
    const drop = other.prepare(
      "update feed_messages set status = 'dropped' where control_id = 'FAILS'",
    );
    expect(await applySome(store.db, NOW, () => drop.run())).toBe(1);
    expect(await messageStates(store.db)).toEqual({
      FAILS: "dropped",
      INNOCENT: "stored",
    });
    await applySome(store.db, NOW);
    expect(await messageStates(store.db)).toMatchObject({
      INNOCENT: "waiting: unknown_sender",
    });
  });

  it("that fail wait, and those behind them are applied", async () => {
    const wrong = { sender: "PCC", facility: "WILLOW" };
    await storeMessage(store.db, { ...wrong, control_id: "FAILS" });
    await storeMessage(store.db, { sender: "WHO", control_id: "INNOCENT" });
    const faults: unknown[] = [];
    while ((await applySome(store.db, NOW, (error) => faults.push(error))) > 0);
    expect(faults).toHaveLength(1);
    expect(await messageStates(store.db)).toEqual({
      FAILS: "waiting: failed",
      INNOCENT: "waiting: unknown_sender",
    });
  });
});
