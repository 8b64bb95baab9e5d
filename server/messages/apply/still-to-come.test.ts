import pino from "pino";
import { expect, test } from "vitest";
import type { After } from "~server/clock/clock";
import {
  addPlaces,
  addSender,
  messageStates,
  NOW,
  play,
  storedStays,
} from "~server/messages/testing/played-feed";
import { openTestStore } from "~server/testing/open-test-store";
import { startApplier } from "./apply-messages";

const MINUTE = 60_000;

/** An Encounter of {@link NOW} that begins minutes later. */
function encounter(id: string, minutes: number): string {
  const instant = (ms: number) => new Date(ms).toISOString();
  return JSON.stringify({
    resourceType: "Encounter",
    id,
    meta: { lastUpdated: instant(NOW.getTime()), versionId: "1" },
    status: "in-progress",
    class: { code: "IMP" },
    subject: { identifier: { system: "urn:oid:1.2", value: id } },
    period: { start: instant(NOW.getTime() + minutes * MINUTE) },
    serviceProvider: { identifier: { value: "WILLOW" } },
  });
}

test("an Encounter of a time that is still to come waits for it, and is tried again", async () => {
  const store = await openTestStore("sqlite");
  const { db } = store;
  await addPlaces(db);
  await addSender(db, { sender: "FHIR" });
  await play(db, [
    encounter("71", 4),
    encounter("72", 10),
    encounter("73", 24 * 60),
  ]);
  const states = async () => Object.values(await messageStates(db));
  expect(await states()).toEqual([
    "used",
    "waiting: not_yet",
    "waiting: not_yet",
  ]);
  expect(await storedStays(db)).toEqual(["71 111 06-15.. feed"]);
  let now = NOW.getTime();
  let look = () => {};
  const after: After = (ms, work) => {
    if (ms === 1_000) look = work;
    else setImmediate(work);
    return () => {};
  };
  const applier = startApplier({
    db,
    log: pino({ level: "silent" }),
    clock: () => new Date(now),
    after,
  });
  await applier.idle();
  expect(await storedStays(db)).toHaveLength(1);
  for (const [minutes, count] of [
    [9, 1],
    [11, 2],
    [24 * 60 + 1, 3],
  ] as const) {
    now = NOW.getTime() + minutes * MINUTE;
    look();
    await applier.idle();
    expect(await storedStays(db)).toHaveLength(count);
  }
  expect(await storedStays(db)).toContain("73 111 06-16.. feed");
  await applier.close();
  await store.close();
});
