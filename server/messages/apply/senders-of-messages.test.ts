import { describe, expect, it, test } from "vitest";
import { MessageLog, readMessage } from "~server/messages/open-feed";
import type { Incoming } from "~server/messages/receive";
import {
  addPlaces,
  changeSenders,
  er7,
  NOW,
  onFeed,
} from "~server/messages/testing/played-feed";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
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
  const feed = onFeed(dialect, async (db) => {
    await addPlaces(db);
    const bound_to = "10.1.0.7 pcc.example";
    await changeSenders(db, { bound_to }, { facility: "WILLOW" });
  });
  const TEXT = er7("A01", "202606100900", { id: "ONE" });
  const take = async (
    text: string,
    from: Partial<Pick<Incoming, "via" | "peer">>,
  ) => {
    const bytes = Buffer.from(text);
    const sent = { bytes, via: "mllp" as const, receivedAt: NOW, ...from };
    const read = readMessage(sent);
    if ("code" in read) throw new Error("no message");
    await new MessageLog(feed.db()).store(read);
    await feed.play([]);
    return (await feed.states()).ONE;
  };
  const bind = async (bound_to: string) => {
    await feed.change({ bound_to }, { facility: "WILLOW" });
    return (await feed.states()).ONE;
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
    expect(await take(TEXT, from)).toBe(state);
    expect(await feed.stays()).toHaveLength(state === "used" ? 1 : 0);
  });

  it("leaves another facility of its name as it is", async () => {
    const text = er7("A01", "202606100900", { id: "ONE", facility: "ALDER" });
    expect(await take(text, { peer: ["10.6.6.6"] })).toBe("used");
  });

  it("is asked of a merge that names no facility, as long as one row is bound", async () => {
    const of = { id: "ONE", facility: "CHAIN", merged: "78" };
    const text = er7("A40", "202606100900", of);
    expect(await take(text, { peer: ["10.6.6.6"] })).toBe(ELSEWHERE);
    expect(await bind("10.6.6.6")).toBe("waiting: nothing_to_merge");
  });

  it.each([
    ["has what came from elsewhere once its row says so", "2001:db8::7"],
    ["keeps what it has sent before it was bound elsewhere", "10.1.0.7"],
  ])("%s", async (_, from) => {
    await take(TEXT, { peer: [from] });
    expect(await bind("2001:db8::8/120 10.2.0.7")).toBe("used");
  });

  it("may send what somebody else has sent before it", async () => {
    expect(await take(TEXT, { peer: ["10.6.6.6"] })).toBe(ELSEWHERE);
    expect(await take(TEXT, { peer: ["10.1.0.7"] })).toBe("used");
    expect(await take(TEXT, { peer: ["10.6.6.6"] })).toBe("used");
  });
});
