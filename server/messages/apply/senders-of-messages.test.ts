import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { MessageLog } from "~server/messages/open-feed";
import { readMessage } from "~server/messages/open-feed";
import type { Incoming } from "~server/messages/receive";
import {
  addSender,
  applyAll,
  er7,
  messageStates,
  NOW,
  storedStays,
  type Told,
} from "~server/messages/testing/played-feed";
import { insertCensus } from "~server/measures/testing/census";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { applyAnew } from "~server/messages/senders/change-senders";
import { mayCome, senderOf } from "./logged-messages";

const ROWS = [
  { sender: "PCC", facility: "MAPLE" },
  { sender: "PCC", facility: "CEDAR" },
  { sender: "PCC", facility: "" },
  { sender: "LTC", facility: "MAPLE" },
  { sender: "", facility: "ELM" },
];

test.each<[string | null, string | null, string | null, string]>([
  ["PCC", "MAPLE", null, "PCC MAPLE"],
  ["PCC", "MAPLE", "CEDAR", "PCC CEDAR"],
  ["PCC", "MAPLE", "OAK", "PCC MAPLE"],
  ["PCC", "CHAIN", "CEDAR", "PCC CEDAR"],
  ["PCC", null, "CEDAR", "PCC CEDAR"],
  ["PCC", null, null, "PCC "],
  // A row without a code is of messages that name none.
  ["PCC", "OAK", null, "nobody"],
  ["PCC", null, "OAK", "nobody"],
  ["PCC", "OAK", "ASH", "nobody"],
  ["LTC", null, null, "nobody"],
  ["EPIC", "MAPLE", null, "nobody"],
  [null, "ELM", null, " ELM"],
])(
  "a message of %j for %j at %j is of: %s",
  (sender, facility, location, is) => {
    const found = senderOf({ sender, facility, location }, ROWS);
    expect(found ? `${found.sender} ${found.facility}` : "nobody").toBe(is);
  },
);

test.each([
  ["10.1.0.7", ["10.1.0.7"], true],
  ["10.1.0.7", ["10.1.0.8"], false],
  ["10.1.0.7", ["::ffff:10.1.0.7"], true],
  ["10.1.0.0/16", ["10.1.255.1"], true],
  ["10.1.0.0/16", ["10.2.0.1"], false],
  ["10.9.9.9 10.1.0.7", ["10.1.0.7"], true],
  ["2001:db8::7", ["2001:db8::ffff:1"], true],
  ["2001:db8::7", ["2001:db8:0:1::7"], false],
  ["2001:db8::7/128", ["2001:db8::8"], false],
  ["fe80::1/64", ["fe80::2%eth0"], true],
  ["pcc.example", ["10.1.0.7", "PCC.example", "other"], true],
  ["pcc.example", ["10.1.0.7", "sub.pcc.example"], false],
  ["pcc.example", ["pcc.example"], false],
  ["Chart%20System", ["10.1.0.7", "chart system"], true],
  ["files", ["files"], true],
  ["files", ["10.1.0.7", "files"], false],
  ["10.1.0.7", ["files"], false],
  ["10.1.0.7", [], false],
  ["", ["10.1.0.7"], true],
])("a sender that is bound to '%s' may send from %j: %s", (to, from, may) => {
  expect(mayCome(to, JSON.stringify(from))).toBe(may);
});

describe.each(TEST_DIALECTS)("a bound sender, on %s", (dialect) => {
  let store: Store;
  let db: Kysely<Schema>;
  beforeEach(async () => {
    store = await openTestStore(dialect);
    db = store.db;
    const nothing = { patients: [], stays: [], transfers: [], reach: {} };
    await insertCensus(db, nothing, []);
    await addSender(db, { bound_to: "10.1.0.7 pcc.example" });
    await addSender(db, { facility: "ALDER", facility_id: 112 });
  });
  afterEach(() => store.close());

  const told = (more: Told = {}, event = "A01") =>
    er7(event, "202606100900", { id: "ONE", ...more });
  const take = async (
    text: string,
    from: Partial<Pick<Incoming, "via" | "peer">>,
  ) => {
    const read = readMessage({
      ...{ bytes: Buffer.from(text), via: "mllp", receivedAt: NOW },
      ...from,
    });
    if ("code" in read) throw new Error("no message");
    await new MessageLog(db).store(read);
    await applyAll(db);
    return (await messageStates(db)).ONE;
  };
  const bind = async (bound_to: string) => {
    await db
      .updateTable("senders")
      .set({ bound_to })
      .where("facility", "=", "WILLOW")
      .execute();
    await applyAnew(db, [{ sender: "PCC", facility: "WILLOW" }]);
    await applyAll(db);
    return (await messageStates(db)).ONE;
  };
  const ELSEWHERE = "waiting: wrong_origin";

  it.each([
    [{ peer: ["10.1.0.7"] }, "used"],
    [{ peer: ["10.6.6.6", "pcc.example"] }, "used"],
    [{ peer: ["10.6.6.6", "oak.example"] }, ELSEWHERE],
    [{ peer: ["10.6.6.6"] }, ELSEWHERE],
    [{}, ELSEWHERE],
    [{ via: "folder" as const }, ELSEWHERE],
    [{ via: "file" as const, peer: ["10.1.0.7"] }, ELSEWHERE],
  ])("is taken from %j: %s", async (from, state) => {
    expect(await take(told(), from)).toBe(state);
    expect(await storedStays(db)).toHaveLength(state === "used" ? 1 : 0);
  });

  it("leaves another facility of its name as it is", async () => {
    const text = told({ facility: "ALDER" });
    expect(await take(text, { peer: ["10.6.6.6"] })).toBe("used");
  });

  it("is asked of a merge that names no facility, as long as one row is bound", async () => {
    const text = told({ facility: "CHAIN", merged: "78" }, "A40");
    expect(await take(text, { peer: ["10.6.6.6"] })).toBe(ELSEWHERE);
    expect(await bind("10.6.6.6")).toBe("waiting: nothing_to_merge");
  });

  it("has what came from elsewhere once its row says so", async () => {
    await take(told(), { peer: ["2001:db8::7"] });
    expect(await bind("2001:db8::8/120")).toBe("used");
  });

  it("keeps what it has sent before it was bound to another place", async () => {
    await take(told(), { peer: ["10.1.0.7"] });
    expect(await bind("10.2.0.7")).toBe("used");
  });

  it("may send what somebody else has sent before it", async () => {
    const text = told();
    expect(await take(text, { peer: ["10.6.6.6"] })).toBe(ELSEWHERE);
    expect(await take(text, { peer: ["10.1.0.7"] })).toBe("used");
    expect(await take(text, { peer: ["10.6.6.6"] })).toBe("used");
  });
});
