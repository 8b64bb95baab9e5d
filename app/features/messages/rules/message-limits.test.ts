import { expect, test } from "vitest";
import type { MessageFacts } from "./message-facts";
import { beyondMostVisits, MOST_VISITS } from "./message-limits";

const facts = (more: Partial<MessageFacts>): MessageFacts => ({
  event: "admit",
  happened: "20260614",
  said: "20260614",
  people: [],
  merged: [],
  visit: {},
  physician: null,
  plans: [],
  ...more,
});

const messages = (
  count: number,
  of: (at: number) => Partial<MessageFacts>,
  facility = "A",
) => {
  const sender = { role: "facility", sender: "PCC", facility };
  return Array.from({ length: count }, (_, at) => ({
    facts: facts(of(at)),
    sender,
  }));
};

const visit = (more: Partial<MessageFacts["visit"]>) => ({
  visit: more,
});

test.each<[string, (at: number) => Partial<MessageFacts>]>([
  ["numbered", (at) => visit({ number: `V${at}` })],
  ["sent by FHIR", (at) => visit({ number: "V", encounterId: `e${at}` })],
  ["without numbers", (at) => ({ happened: String(20_000_101 + at) })],
])("more visits than anybody has are too much, %s", (_, of) => {
  const all = messages(MOST_VISITS + 2, of);
  const beyond = all.slice(MOST_VISITS);
  expect(beyondMostVisits([], all)).toEqual(beyond);
  const known = all.slice(0, MOST_VISITS);
  expect(beyondMostVisits(known, [...known, ...beyond])).toEqual(beyond);
  expect(beyondMostVisits(all, all)).toEqual([]);
});

test.each<[string, (at: number) => Partial<MessageFacts>]>([
  ["one visit", () => visit({ number: "V1" })],
  ["updates without a number", (at) => ({ event: "update", said: `${at}` })],
  ["leaves without a number", (at) => ({ event: "leave", said: `${at}` })],
  ["merges", (at) => ({ event: "merge", ...visit({ number: `${at}` }) })],
])("many messages are not, of %s", (_, of) => {
  expect(beyondMostVisits([], messages(2 * MOST_VISITS, of))).toEqual([]);
});

test("two places number their visits alike", () => {
  const of = (at: number) => visit({ number: `V${at}` });
  const known = messages(MOST_VISITS, of);
  expect(beyondMostVisits(known, messages(1, of, "B"))).toHaveLength(1);
});
