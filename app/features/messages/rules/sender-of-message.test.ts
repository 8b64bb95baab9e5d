import { expect, test } from "vitest";
import { senderOf } from "./sender-of-message";

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
  ["PCC", "OAK", null, "unknown_facility"],
  ["PCC", null, "OAK", "unknown_facility"],
  ["PCC", "OAK", "ASH", "unknown_facility"],
  ["LTC", null, null, "unknown_facility"],
  ["EPIC", "MAPLE", null, "unknown_sender"],
  [null, "ELM", null, " ELM"],
])(
  "a message of %j for %j at %j is of: %s",
  (sender, facility, location, is) => {
    const found = senderOf({ sender, facility, location }, ROWS);
    const name =
      typeof found === "string" ? found : `${found.sender} ${found.facility}`;
    expect(name).toBe(is);
  },
);
