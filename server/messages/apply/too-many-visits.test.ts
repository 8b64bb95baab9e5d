import { expect, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { MOST_VISITS } from "~/features/messages/rules/told-too-much";
import { applyMessages } from "~server/messages/apply/apply-messages";
import { MessageLog } from "~server/messages/open-feed";
import {
  addSender,
  applyAll,
  drop,
  er7,
  messageStates,
  NOW,
  play,
  storedStays,
  storeText,
} from "~server/messages/testing/played-feed";
import { insertCensus } from "~server/measures/testing/census";
import { openTestStore } from "~server/testing/open-test-store";

test("messages of a resident with more visits than anybody has wait, and hold nobody else up", async () => {
  const store = await openTestStore("sqlite");
  const { db } = store;
  const reach = { 111: epochDayOf("2026-06-05") };
  await insertCensus(db, { patients: [], stays: [], transfers: [], reach }, []);
  await addSender(db, {});
  const log = new MessageLog(db);
  const visit = (at: number) =>
    er7("A01", `2026060100${String(at % 60).padStart(2, "0")}`, {
      pv1: { 2: "I", 19: `V${at}` },
      id: `M${at}`,
    });
  const stored = Array.from({ length: MOST_VISITS }, (_, at) =>
    storeText(log, visit(at)),
  );
  await Promise.all(stored);
  await applyMessages(db, MOST_VISITS, NOW);
  const before = await storedStays(db);
  expect(before).toHaveLength(MOST_VISITS);
  await play(db, [
    visit(MOST_VISITS),
    er7("A03", "202606010900", { pv1: { 19: "V5" }, id: "ENDS" }),
    er7("A01", "202606020900", { who: "88^^^MAPLE^MR", id: "OTHER" }),
  ]);
  expect(await messageStates(db)).toMatchObject({
    OTHER: "used",
    M0: "used",
    ENDS: "used",
    [`M${MOST_VISITS}`]: "waiting: too_many_messages",
  });
  expect(await storedStays(db)).toHaveLength(MOST_VISITS + 1);
  // What turns out to be somebody else's makes room.
  await drop(db, "M0");
  await db
    .updateTable("feed_messages")
    .set({ status: "stored" })
    .where("status", "=", "waiting")
    .execute();
  await applyAll(db);
  expect(await messageStates(db)).toMatchObject({
    [`M${MOST_VISITS}`]: "used",
  });
  await store.close();
});
