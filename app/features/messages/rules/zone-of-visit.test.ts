import { expect, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import type { MessageFacts } from "./message-facts";
import { spokenDay, zonesOfVisits } from "./word-of-message";

const LIVED = [
  { since: epochDayOf("2026-06-10"), timeZone: "America/Chicago" },
  { since: epochDayOf("2026-06-01"), timeZone: "America/Los_Angeles" },
];

test.each([
  ["202606052230-0800", "America/Los_Angeles"],
  ["2026-06-09T23:30:00", "America/Los_Angeles"],
  ["20260610", "America/Chicago"],
  ["202607010900", "America/Chicago"],
  // Before anybody has told of them, it is where they came to.
  ["20260501", "America/Los_Angeles"],
])("a notice of %s is read by the clocks of %s", (happened, zone) => {
  const facts = { happened, said: "20260801" } as MessageFacts;
  const zoneOf = zonesOfVisits(LIVED);
  expect(zoneOf(facts)).toBe(zone);
  const said = { happened: null, said: happened } as MessageFacts;
  expect(zoneOf(said)).toBe(zone);
});

test("a notice of somebody whom nobody knows has no clocks", () => {
  const facts = { happened: null, said: "20260610" } as MessageFacts;
  expect(zonesOfVisits([])(facts)).toBeUndefined();
  expect(spokenDay(facts)).toBe(epochDayOf("2026-06-10"));
});
