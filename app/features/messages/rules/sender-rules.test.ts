import { describe, expect, test } from "vitest";
import { LONGEST_BOUND_TO } from "./sender-origins";
import { LONGEST_CODES } from "./sender-codes";
import {
  LONGEST_SENDER_NAME,
  senderProblems,
  senderRuleWords as words,
  type WantedSender,
} from "./sender-rules";

const RIGHT: WantedSender = {
  sender: "PCC",
  facility: "WILLOW",
  role: "facility",
  facility_id: 100,
  codes: "PV1-36:HOSP=02",
  bound_to: "",
};

function problemsOf(change: Partial<WantedSender>) {
  return senderProblems({ ...RIGHT, ...change }).map(
    ({ field, text }) => `${field}: ${text}`,
  );
}

describe("a sender", () => {
  test.each<Partial<WantedSender>>([
    {},
    { sender: "" },
    { facility: "" },
    { role: "hospital", facility_id: null },
    { codes: "" },
    { bound_to: "10.1.0.7 10.2.0.0/16 2001:db8::7 ::ffff:10.1.0.7 fe80::/10" },
    { bound_to: "pcc.example Chart%20System files" },
    { sender: "x".repeat(LONGEST_SENDER_NAME) },
  ])("may be %j", (change) => {
    expect(problemsOf(change)).toEqual([]);
  });

  test.each<[Partial<WantedSender>, string]>([
    [{ sender: "", facility: "" }, `sender: ${words.nameless}`],
    [{ facility_id: null }, `facility_id: ${words.placeless}`],
    [
      { facility: "x".repeat(LONGEST_SENDER_NAME + 1) },
      `facility: ${words.tooLong}`,
    ],
    [{ sender: "A\u200bB" }, `sender: ${words.characters}`],
    [{ codes: " ".repeat(LONGEST_CODES + 1) }, `codes: ${words.codesTooLong}`],
    [
      { codes: "PV1-36:HOSP" },
      "codes: The entry “PV1-36:HOSP” must be a field, a colon, a word, = and its code, as in PV1-36:HOSP=02.",
    ],
    [
      { bound_to: " ".repeat(LONGEST_BOUND_TO + 1) },
      `bound_to: ${words.boundTooLong}`,
    ],
  ])("may not be %j", (change, problem) => {
    expect(problemsOf(change)).toEqual([problem]);
  });

  test.each([
    "10.1.0.300",
    "10.1",
    "10.1.0.0/33",
    "2001:db8::/129",
    "::1::",
    "%zz",
  ])("may not be bound to %s", (bound_to) => {
    expect(problemsOf({ bound_to })).toEqual([`bound_to: ${words.origin}`]);
  });
});
