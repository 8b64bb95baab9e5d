import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { MessageFacts } from "~/features/messages/rules/message-facts";
import { withPlayedTimes } from "~/features/messages/rules/played-times";
import { deriveResident } from "~/features/messages/rules/resident";
import { orders } from "~/features/messages/rules/testing/orders";
import { wordOf } from "~/features/messages/rules/word-of-message";
import type { Word } from "~/features/messages/rules/words";
import { readAdt } from "~/features/messages/rules/hl7/adt";
import { Er7Message, splitMessages } from "~/features/messages/rules/hl7/er7";
import { readFhir } from "./fhir/read-fhir";

const NOW = new Date("2026-06-15T14:00:00Z");

/** The word of a message, whose sender has no words of its own. */
function wordsOf(facts: MessageFacts, role: Word["role"], id: number): Word[] {
  const word = wordOf({
    id,
    facts,
    receivedMs: NOW.getTime(),
    role,
    facilityId: role === "facility" ? 101 : 900,
    sender: role,
    facility: role,
    timeZone: "America/New_York",
    codes: {},
  });
  return word ? [word] : [];
}

/** The messages of the day of examples that name a number, in its sender's codes and UB-04's. */
function ofTheDay(number: string): Word[] {
  const file = readFileSync("examples/feed/day.hl7", "utf8");
  const text = withPlayedTimes(file, NOW, "hl7")
    .replaceAll("|HOSP\n", "|02\n")
    .replaceAll("PV1||EMR|", "PV1||E|")
    .replaceAll("|23H|", "|OBS|");
  return splitMessages(text).flatMap((one, id) => {
    const message = Er7Message.parse(one);
    const reading = message && readAdt(message);
    if (reading?.outcome !== "read") return [];
    const { facts } = reading;
    if (!facts.people.some((person) => person.number === number)) return [];
    const isHospital = message?.header.text(3) === "GENERAL";
    return wordsOf(facts, isHospital ? "hospital" : "facility", id);
  });
}

/** An Encounter as it stands at several times. */
function encounters(...states: Record<string, unknown>[]): Word[] {
  return states.flatMap((more, id) => {
    const text = JSON.stringify({
      resourceType: "Encounter",
      id: "e1",
      class: { code: "IMP" },
      subject: { identifier: { value: "1" } },
      ...more,
    });
    const reading = readFhir(text)?.[0]?.reading;
    if (reading?.outcome !== "read") throw new Error(JSON.stringify(reading));
    return wordsOf(reading.facts, "facility", 100 + id);
  });
}

const start = "2026-06-01T10:00:00-04:00";
const end = "2026-06-08T09:00:00-04:00";
const at = (day: string) => ({ lastUpdated: `2026-06-${day}T12:00:00-04:00` });
const hospital = {
  dischargeDisposition: {
    coding: [{ system: "https://www.nubc.org/x", code: "02" }],
  },
};
const open = { status: "in-progress", period: { start } };
const finished = { status: "finished", period: { start, end } };

const admitted = encounters({ ...open, meta: at("01") });
const away = encounters({
  ...open,
  status: "onleave",
  meta: at("03"),
  hospitalization: hospital,
});
const back = encounters({ ...open, meta: at("05") });
const left = encounters({ ...finished, meta: at("08") });
const opened = encounters({ ...open, meta: at("09") });
const leftAgain = encounters({
  ...finished,
  period: { start, end: "2026-06-09T09:00:00-04:00" },
  hospitalization: hospital,
  meta: at("10"),
});
const none = encounters({ status: "entered-in-error", meta: at("11") });

const [day] = start.split("T");
const leave = (period: { start: string; end?: string }) => ({
  statusHistory: [{ status: "onleave", period }],
});
const ofDays = encounters(
  { status: "in-progress", period: { start: day }, meta: at("01") },
  {
    status: "onleave",
    period: { start: day },
    ...leave({ start: "2026-06-03" }),
    hospitalization: hospital,
    meta: at("03"),
  },
  {
    status: "in-progress",
    period: { start: day },
    ...leave({ start: "2026-06-03", end: "2026-06-03" }),
    meta: at("04"),
  },
  {
    status: "finished",
    period: { start: day, end: "2026-06-08" },
    meta: at("08"),
  },
);

describe("every order of a sample", () => {
  it.each([
    ["a trip to hospital with its notice", ofTheDay("EX-501"), 1, 1],
    ["a discharge that is cancelled", ofTheDay("EX-502"), 1, 0],
    ["a discharge to hospital", ofTheDay("EX-601"), 1, 1],
    ["a resident who was registered twice", ofTheDay("EX-699"), 1, 0],
    ["an Encounter with a leave", [...admitted, ...away, ...back], 1, 1],
    [
      "an Encounter that ends, does not, and ends again",
      [...admitted, ...left, ...opened, ...leftAgain],
      1,
      1,
    ],
    ["an Encounter of days without hours", ofDays, 1, 1],
    [
      "an Encounter that never was",
      [...admitted, ...away, ...left, ...none],
      0,
      0,
    ],
  ])("gives the same stays: %s", (_name, words, stays, transfers) => {
    const plain = deriveResident(words, [], []);
    expect(plain.stays).toHaveLength(stays);
    expect(plain.transfers).toHaveLength(transfers);
    const [again] = words;
    for (const order of orders(words)) {
      const doubled = again ? [...order, again] : order;
      const mixed = deriveResident(doubled, [], []);
      expect(mixed.stays).toEqual(plain.stays);
      expect(mixed.transfers).toEqual(plain.transfers);
      expect(mixed.waiting).toEqual(plain.waiting);
    }
  });
});
