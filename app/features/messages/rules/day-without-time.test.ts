import { describe, expect, it, test } from "vitest";
import { isoDayOf } from "~/domain/calendar";
import type { MessageFacts } from "./message-facts";
import { storyOf } from "./testing/told-story";
import { wordOf } from "./word-of-message";
import type { Moment, Word } from "./words";

const NOTHING = { number: "V1", patientClass: "I" };

/** The word of a message to a facility in New York, four hours behind UTC. */
function word(
  event: MessageFacts["event"],
  happened: string,
  {
    said = "20260620090000",
    received = "2026-06-20T14:00:00Z",
    visit = {},
  }: {
    said?: string;
    received?: string;
    visit?: Partial<MessageFacts["visit"]>;
  } = {},
): Word {
  const told = wordOf({
    id: 1,
    facts: {
      event,
      happened,
      said,
      people: [{ number: "77", authority: "" }],
      merged: [],
      visit: { ...NOTHING, ...visit },
      physician: null,
      plans: [],
    },
    receivedMs: Date.parse(received),
    role: "facility",
    facilityId: 100,
    sender: "PCC",
    facility: "",
    timeZone: "America/New_York",
    codes: {},
  });
  if (!told) throw new Error("no word");
  return told;
}

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
    expect(shown(word(event, DAY).happened)).toBe(moment);
  });

  it("is its beginning in PV1-44, and its end in PV1-45", () => {
    const visit = { admitted: DAY, discharged: DAY };
    const { admitted, discharged } = word("update", DAY, { visit });
    expect([admitted, discharged].map(shown)).toEqual([BEGINNING, END]);
  });

  it.each([
    [
      "when it was said",
      { said: "20260614101500" },
      "2026-06-14T14:15:00.000Z",
    ],
    [
      "when it was received",
      { said: DAY, received: "2026-06-14T15:00:00Z" },
      "2026-06-14T15:00:00.000Z",
    ],
    [
      "when it was received, where the sender's clock is ahead",
      { said: "20260614220000", received: "2026-06-14T15:00:00Z" },
      "2026-06-14T15:00:00.000Z",
    ],
  ])("ends no later than %s", (_, times, ms) => {
    const visit = { discharged: DAY };
    const { happened, discharged } = word("discharge", DAY, {
      ...times,
      visit,
    });
    expect(shown(happened)).toBe(`${ms} 2026-06-14`);
    expect(shown(discharged)).toBe(`${ms} 2026-06-14`);
  });

  it("is the same where its hours are filled with zeros", () => {
    const isDayAlone = (stamp: string) =>
      word("admit", stamp).happened?.isDayAlone;
    expect(isDayAlone(DAY)).toBe(true);
    expect(isDayAlone(`${DAY}000000`)).toBe(true);
    expect(isDayAlone(`${DAY}0001`)).toBeUndefined();
    expect(isDayAlone("202606132400")).toBeUndefined();
    expect(word("discharge", DAY).happened?.isDayAlone).toBe(true);
  });

  it("is an expectation where it is still to come", () => {
    const visit = { discharged: "20260621" };
    expect(word("update", DAY, { visit }).discharged).toBeUndefined();
  });
});

test("a discharge of the day of the admission ends the stay, and a return of the day of the leave the leave", () => {
  const left = storyOf("A01 14 1015; A03 20 0900 of=14");
  expect(left).toMatchObject({ stays: ["06-14..06-14"], waiting: [] });
  const back = storyOf("A01 14 1015; A21 14 1200; A22 20 0900 of=14");
  expect(back.transfers).toEqual(["06-14 ed_only assumed back 06-14"]);
});
