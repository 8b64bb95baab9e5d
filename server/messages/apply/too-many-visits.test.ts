import { expect, test } from "vitest";
import { MOST_VISITS } from "~/features/messages/rules/message-limits";
import { applyMessages } from "~server/messages/apply/apply-messages";
import { MessageLog } from "~server/messages/open-feed";
import {
  addPlaces,
  changeSenders,
  drop,
  messages,
  messageStates,
  NOW,
  play,
  storedStays,
  storeText,
} from "~server/messages/testing/played-feed";
import { openTestStore } from "~server/testing/open-test-store";

test("messages of a resident with more visits than anybody has wait, and hold nobody else up", async () => {
  const store = await openTestStore("sqlite");
  const { db } = store;
  await addPlaces(db);
  const log = new MessageLog(db);
  const visit = (at: number) =>
    `A01 01 00${String(at % 60).padStart(2, "0")} 2=I 19=V${at} id=M${at}`;
  const stored = Array.from({ length: MOST_VISITS }, (_, at) =>
    storeText(log, messages(visit(at))[0] ?? ""),
  );
  await Promise.all(stored);
  await applyMessages(db, MOST_VISITS, NOW);
  expect(await storedStays(db)).toHaveLength(MOST_VISITS);
  await play(
    db,
    `${visit(MOST_VISITS)}; A03 01 0900 19=V5 id=ENDS; A01 02 0900 who=88^^^MAPLE^MR id=OTHER`,
  );
  const last = `M${MOST_VISITS}`;
  expect(await messageStates(db)).toMatchObject({
    ...{ OTHER: "used", M0: "used", ENDS: "used" },
    [last]: "waiting: too_many_messages",
  });
  expect(await storedStays(db)).toHaveLength(MOST_VISITS + 1);
  // What turns out to be somebody else's makes room.
  await drop(db, "M0");
  await changeSenders(db, {});
  expect(await messageStates(db)).toMatchObject({ [last]: "used" });
  await store.close();
});
