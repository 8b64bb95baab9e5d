import { describe, expect, it, test } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import type { MessageFacts } from "./message-facts";
import { storyOf } from "./testing/sent-story";
import {
  comesTrueAt,
  saidMsOf,
  spokenDay,
  type SentFacts,
  wordOf,
  zonesOfVisits,
} from "./word-of-message";
import { bySaid, type Moment, type Word } from "./words";

const RECEIVED = Date.parse("2026-06-15T16:00:00Z");
const NOON = "20260615120000";

const FACTS: MessageFacts = {
  event: "update",
  happened: NOON,
  said: NOON,
  people: [{ number: "77", authority: "" }],
  merged: [],
  visit: {},
  physician: null,
  plans: [],
};

function sent(facts: Partial<MessageFacts>, id = 1): SentFacts {
  return {
    id,
    facts: { ...FACTS, ...facts },
    receivedMs: RECEIVED,
    role: "facility",
    facilityId: 100,
    sender: "PCC",
    facility: "MAPLE",
    timeZone: "America/New_York",
    codes: {},
  };
}

function word(
  facts: Partial<MessageFacts>,
  id = 1,
  receivedMs = RECEIVED,
): Word {
  const word = wordOf({ ...sent(facts, id), receivedMs });
  if (!word) throw new Error("no word");
  return word;
}

/** Which of two words counts, whichever of them came first. */
function later(one: Partial<MessageFacts>, other: Partial<MessageFacts>) {
  const orders = [
    [word(one, 1), word(other, 2)],
    [word(one, 2), word(other, 1)],
  ].map(([a, b]) => (a && b ? Math.sign(bySaid(a, b)) : 0));
  expect(orders[0]).toBe(orders[1]);
  return ["one", "neither", "other"][1 - (orders[0] ?? 0)];
}

describe("when a message was said", () => {
  it.each([
    [NOON, "2026-06-15T16:00:00.000Z"],
    // What claims to come from the future was said when it was received.
    ["20260615120001", "2026-06-15T16:00:00.000Z"],
    ["20270101", "2026-06-15T16:00:00.000Z"],
    ["20260615160000-0500", "2026-06-15T16:00:00.000Z"],
  ])("as %s is %s", (said, instant) => {
    expect(new Date(saidMsOf(sent({ said }))).toISOString()).toBe(instant);
  });
});

describe("of two words the later one", () => {
  it.each([
    ["20260615115958", "20260615115959", "other"],
    ["20260615115959", "20260615115958", "one"],
    ["20260615115959", "20260615115959.001", "other"],
    ["20260615115959-0400", "20260615115959", "neither"],
    // Only the offset tells.
    ["20260615113000-0500", "20260615115900-0400", "one"],
    ["20260615", "20260614235959", "one"],
    // Both come from the future: both were said when they were received.
    ["20260616", "20260617", "neither"],
    ["20260616", NOON, "neither"],
    ["20260616", "20260615115959", "one"],
  ])("of %s and %s is %s", (one, other, which) => {
    expect(later({ said: one }, { said: other })).toBe(which);
  });

  it("of the same moment is found by what they say, never by their order", () => {
    const saying = (disposition: string) => ({
      visit: { ...FACTS.visit, disposition },
    });
    expect(later(saying("01"), saying("02"))).toBe("other");
    expect(later(saying("02"), saying("01"))).toBe("one");
    expect(later(saying("01"), saying("01"))).toBe("neither");
  });
});

describe("what a message says of the future", () => {
  it.each(["20260615120001", "20260615120045", "2026-06-15T16:05:00Z"])(
    "by a clock that is a little ahead happened when it was received: %s",
    (ahead) => {
      const visit = { ...FACTS.visit, admitted: ahead, discharged: ahead };
      const received = { ms: RECEIVED, minute: 720 };
      for (const event of ["update", "state", "admit", "leave"] as const) {
        expect(word({ event, visit, happened: ahead })).toMatchObject({
          happened: received,
          admitted: received,
          discharged: received,
        });
      }
    },
  );

  it.each([
    ["20260615130000", "2026-06-15T17:00:00.000Z"],
    ["20260616", "2026-06-16T04:00:00.000Z"],
    ["2026-07-01T09:00:00-05:00", "2026-07-01T14:00:00.000Z"],
  ])("of how the visit stands comes true then: %s", (ahead, instant) => {
    const ms = Date.parse(instant);
    const begins = { ...FACTS.visit, admitted: ahead, discharged: null };
    const ends = { ...FACTS.visit, admitted: NOON, discharged: ahead };
    for (const visit of [begins, ends]) {
      const state = { event: "state" as const, visit, happened: ahead };
      expect(comesTrueAt(sent(state))).toBe(ms);
      expect(
        word(state)[visit === begins ? "admitted" : "discharged"]?.ms,
      ).toBe(ms);
      expect(word(state).happened?.ms).toBe(ms);
      expect(comesTrueAt(sent({ ...state, event: "update" }))).toBeNull();
    }
    expect(word({ visit: begins, happened: NOON }).admitted).toBeUndefined();
    const near = { ...begins, admitted: "20260615120500" };
    expect(comesTrueAt(sent({ event: "state", visit: near }))).toBeNull();
  });

  it("happened when it was received, on the day that it was there", () => {
    const late = Date.parse("2026-06-16T03:59:59.500Z");
    expect(word({ happened: "20260701" }, 1, late).happened).toEqual({
      ms: late,
      day: word({}).happened?.day,
      minute: 1_439,
    });
    expect(word({ happened: null }).happened).toBeNull();
  });

  it("is no beginning or end of a visit yet", () => {
    const visit = { ...FACTS.visit, admitted: NOON, discharged: "2026061512" };
    expect(word({ visit })).toMatchObject({
      admitted: { ms: RECEIVED },
      discharged: { ms: RECEIVED },
    });
    const expected = { ...visit, discharged: "20260615120501" };
    expect(word({ visit: expected }).discharged).toBeUndefined();
    const deleted = { ...visit, discharged: null };
    expect(word({ visit: deleted }).discharged).toBeNull();
  });
});

const shown = (moment: Moment | null | undefined) =>
  moment && `${new Date(moment.ms).toISOString()} ${isoDayOf(moment.day)}`;

const DAY = "20260614";
const BEGINNING = "2026-06-14T04:00:00.000Z 2026-06-14";
const END = "2026-06-15T03:59:59.999Z 2026-06-14";

describe("a day without a time", () => {
  it.each([
    ["admit", BEGINNING],
    ["leave", BEGINNING],
    ["discharge", END],
    ["return", END],
    ["state", END],
  ] as const)("of the event %s is %s", (event, moment) => {
    expect(shown(word({ event, happened: DAY }).happened)).toBe(moment);
  });

  it("is its beginning in PV1-44, and its end in PV1-45", () => {
    const { admitted, discharged } = word({
      visit: { admitted: DAY, discharged: DAY },
    });
    expect([admitted, discharged].map(shown)).toEqual([BEGINNING, END]);
  });

  const RECEIPT = "2026-06-14T15:00:00.000Z";

  it.each([
    ["when it was said", "20260614101500", "2026-06-14T14:15:00.000Z"],
    ["when it was received", DAY, RECEIPT],
    ["when it was received by a clock ahead", "20260614220000", RECEIPT],
  ])("ends no later than %s", (_, said, ms) => {
    const visit = { discharged: DAY };
    const facts = { event: "discharge", happened: DAY, said, visit } as const;
    const { happened, discharged } = word(facts, 1, Date.parse(RECEIPT));
    expect([happened, discharged].map(shown)).toEqual([
      `${ms} 2026-06-14`,
      `${ms} 2026-06-14`,
    ]);
  });

  it.each([
    [DAY, true],
    [`${DAY}000000`, true],
    [`${DAY}0001`, undefined],
    ["202606132400", undefined],
  ])(
    "is the same where its hours are filled with zeros: %s",
    (happened, is) => {
      expect(word({ event: "admit", happened }).happened?.isDayAlone).toBe(is);
    },
  );

  it("is an expectation where it is still to come", () => {
    const visit = { discharged: "20260621" };
    expect(word({ visit }).discharged).toBeUndefined();
  });
});

test("a discharge of the day of the admission ends the stay, and a return of the day of the leave the leave", () => {
  const left = storyOf("A01 14 1015; A03 20 0900 of=14");
  expect(left).toMatchObject({ stays: ["06-14..06-14"], waiting: [] });
  const back = storyOf("A01 14 1015; A21 14 1200; A22 20 0900 of=14");
  expect(back.transfers).toEqual(["06-14 ed_only assumed back 06-14"]);
});

const LIVED = [
  { since: epochDayOf("2026-06-10"), timeZone: "America/Chicago" },
  { since: epochDayOf("2026-06-01"), timeZone: "America/Los_Angeles" },
];

test.each([
  ["202606052230-0800", "America/Los_Angeles"],
  ["2026-06-09T23:30:00", "America/Los_Angeles"],
  ["20260610", "America/Chicago"],
  ["202607010900", "America/Chicago"],
  // Before anybody has reported them, it is where they came to.
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
