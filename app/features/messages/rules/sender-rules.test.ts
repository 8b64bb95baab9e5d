import { describe, expect, test } from "vitest";
import {
  LONGEST_BOUND_TO,
  LONGEST_CODES,
  LONGEST_SENDER_NAME,
  readSenderCodes,
  senderProblems,
  translated,
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

const EVERY =
  "PV1-36:HOSP=02 PV1-2:EMR=E PV1-18:23H=OBS PV1-14:7=4 IN1-2:PLAN7=ISNP PID-3.4:EVG=MRN PID-3.4:CORP=shared";

describe("a sender's own words", () => {
  test("stand for the codes that they are given", () => {
    const codes = readSenderCodes(EVERY).codes;
    expect(readSenderCodes(EVERY).problems).toEqual([]);
    expect(translated(codes, "PV1-36", "HOSP")).toBe("02");
    expect(translated(codes, "PV1-2", "EMR")).toBe("E");
    expect(translated(codes, "PV1-18", "23H")).toBe("OBS");
    expect(translated(codes, "PV1-14", "7")).toBe("4");
    expect(translated(codes, "IN1-2", "PLAN7")).toBe("ISNP");
    expect(translated(codes, "PID-3.4", "EVG")).toBe("MRN");
    expect(translated(codes, "PID-3.4", "CORP")).toBe("SHARED");
  });

  test("stand for themselves where they are not given, or are of another field", () => {
    const codes = readSenderCodes(EVERY).codes;
    expect(translated(codes, "PV1-36", "01")).toBe("01");
    expect(translated(codes, "PV1-2", "HOSP")).toBe("HOSP");
    expect(translated(readSenderCodes("").codes, "PV1-2", "I")).toBe("I");
  });

  test("say nothing, or delete, as before", () => {
    const codes = readSenderCodes(EVERY).codes;
    expect(translated(codes, "PV1-36", null)).toBeNull();
    expect(translated(codes, "PV1-36", undefined)).toBeUndefined();
    expect(translated(codes, "PV1-36", "")).toBe("");
  });

  test("may hold spaces and delimiters, percent-encoded", () => {
    const codes = readSenderCodes("PV1-36:To%20hospital%3A%3D=02").codes;
    expect(translated(codes, "PV1-36", "To hospital:=")).toBe("02");
  });

  test("are separated by any white space", () => {
    const codes = readSenderCodes("  PV1-2:A=E\n\tPV1-2:B=I ").codes;
    expect(translated(codes, "PV1-2", "B")).toBe("I");
  });

  test("name codes in either case", () => {
    const codes = readSenderCodes("PV1-2:er=e").codes;
    expect(translated(codes, "PV1-2", "er")).toBe("E");
    expect(translated(codes, "PV1-2", "ER")).toBe("ER");
  });
});

describe("a wrong text of codes", () => {
  test.each([
    ["HOSP=02", "must be a field, a colon"],
    ["PV1-36:HOSP", "must be a field, a colon"],
    ["PV1-36:=02", "must be a field, a colon"],
    ["PV1-36:A:B=02", "must be a field, a colon"],
    ["PV1-3:A=02", "must begin with one of PV1-2, PV1-14"],
    ["toString:A=02", "must begin with one of"],
    ["PV1-36:A=2", "must give PV1-36 two digits"],
    ["PV1-2:A=EMERGENCY", "must give PV1-2 one letter"],
    ["IN1-2:A=YES", "must give IN1-2 ISNP"],
    ["PID-3.4:A=PI", "must give PID-3.4 MRN, SHARED"],
    ["PID-3.4:A=SHARED,MRN", "must give PID-3.4 MRN, SHARED"],
    ["PV1-36:%zz=02", "must have two hexadecimal digits behind each %"],
  ])("%s is explained", (text, problem) => {
    expect(readSenderCodes(text).problems).toEqual([
      { entry: text, problem: expect.stringContaining(problem) },
    ]);
  });

  test("gives a word one code alone, and keeps the first", () => {
    const text = "PV1-36:A=02 PV1-36:A=43";
    expect(readSenderCodes(text).problems).toEqual([
      { entry: "PV1-36:A=43", problem: "gives a word its code a second time" },
    ]);
    expect(translated(readSenderCodes(text).codes, "PV1-36", "A")).toBe("02");
  });

  test("tells of every entry that is wrong, and keeps the others", () => {
    const text = "PV1-36 PV1-2:A=E PV9-1:B=C";
    expect(readSenderCodes(text).problems).toHaveLength(2);
    expect(translated(readSenderCodes(text).codes, "PV1-2", "A")).toBe("E");
  });
});
