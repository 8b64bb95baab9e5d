import { expect, test } from "vitest";
import { senderOf } from "./senders-of-messages";

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
