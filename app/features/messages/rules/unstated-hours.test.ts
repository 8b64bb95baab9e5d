import { describe, expect, it } from "vitest";
import { cases, row } from "./testing/said-words";
import {
  readingOf,
  sent,
  type Sent,
  storyInAnyOrder,
  storyOf,
} from "./testing/sent-story";

describe("who comes back on the day of a departure, at an hour that is not stated,", () => {
  const DAYS = ["20260614", "20260614000000", "2026-06-14"];
  const readmitted = {
    stays: ["06-05..06-14", "06-14.."],
    transfers: ["06-14 ed_only assumed back 06-14"],
    waiting: [],
  };

  it.each([
    ["of one visit number", "", ""],
    ["without visit numbers", " 19=", " 19="],
    ["of a new visit number", "", " 19=V2"],
  ])("is a stay of its own, %s", (_, first, second) => {
    for (const day of DAYS) {
      for (const end of ["202606140900", "20260614"]) {
        const left = `A01 05 1000${first}; A03 14 0905${first} 45=${end}`;
        const words = `${left}; A01 14 1800${second} 44=${day}`;
        expect(storyInAnyOrder(words)).toEqual(readmitted);
        // What still has the day alone says nothing else.
        const update = `${words}; A08 15 0800${second} 44=${day}`;
        expect(storyOf(update)).toEqual(readmitted);
      }
    }
  });

  const LEFT = "A03 14 0905 45=202606140900";
  it.each(
    cases(`
comes to another facility, too
  A01 05 1000; ${LEFT}; A01 14 1800 19=V2 44=20260614 at=200 -> 06-05..06-14, 200 06-14..
left again at the hour that their admission says
  A01 05 1000; ${LEFT}; A01 14 1800 19=V2 44=20260614 45=202606141700 -> 06-05..06-14, 06-14..06-14
came before, where that was said before
  A01 05 1000; A01 14 0700 44=20260614; ${LEFT} -> 06-14..06-14
came before, where nobody was there to leave
  A03 14 0905 45=202606141500; A01 14 1800 44=20260614 -> 06-14..06-14
`),
  )("%s", (_, words, expected) => {
    expect(storyOf(words).stays.join(", ")).toBe(expected);
  });

  it("came back where the census has who left", () => {
    const late = sent("A03 14 0905 45=202606141500; A01 14 1800 44=20260614");
    const census = row({ admitted_on: 20_609, said_ms: 0 });
    expect(storyOf(late, [census]).stays).toEqual(["06-05..06-14", "06-14.."]);
  });

  it.each(["14000000", "14", "140000-0400"])(
    "is back from leave at %s",
    (of) => {
      const words = `A01 05 1000; A21 14 0900; A22 14 1000 of=${of}`;
      expect(storyOf(words).transfers).toEqual(readmitted.transfers);
    },
  );
});

describe("in the hour that clocks show twice", () => {
  it.each([
    ["0150", "0110"],
    ["0159", "0100"],
    ["0110", "0150"],
    ["0030", "0110"],
    ["0150", "0210"],
  ])("a leave at %s and a return at %s are of one night", (out, back) => {
    const [came, leave, arrival] = sent("A01 01; A21 01; A22 01") as [
      Sent,
      Sent,
      Sent,
    ];
    const of = (zone: string, received?: string) =>
      storyOf([
        { ...came, said: "202610201000" },
        { ...leave, said: `20261101${out}`, timeZone: zone },
        { ...arrival, said: `20261101${back}`, timeZone: zone, received },
      ]).transfers;
    const expected = ["11-01 ed_only assumed back 11-01"];
    const atOnce = `2026-11-01T06:${back.slice(2)}:20Z`;
    expect(of("America/New_York")).toEqual(expected);
    if (back < "02") expect(of("America/New_York", atOnce)).toEqual(expected);
    expect(of("America/Chicago")).toEqual(expected);
  });
});

const CAME = "A01 05 1000";
const GONE = `${CAME}; A03 14 0900`;
const AGAIN = `${GONE}; A01 16 1000`;

describe("what is taken back", () => {
  it.each(
    cases(`
is the discharge that PV1-45 names, where EVN-6 is the hour of the cancellation
  ${GONE}; A13 16 1100 of=161100 45=20260614 -> 06-05..
is the discharge of PV1-45, on its day
  ${GONE}; A13 14 1100 of=141100 45=202606140900 -> 06-05..
is the discharge of PV1-45, in ISO 8601
  ${GONE}; A13 18 0000 of=180000 45=2026-06-14T09:00 -> 06-05..
is the admission that PV1-44 names
  ${CAME}; A11 06 1100 of=061100 44=202606051000 -> 
is nothing, where neither names what is known
  ${GONE}; A13 16 1100 of=16 45=20260613 -> 06-05..06-14 06-14 inpatient assumed nothing_to_cancel
is the discharge of its day, with the admission after it
  ${AGAIN}; A13 17 1000 of=14 -> 06-05..
is the discharge of its hour, with the admission after it
  ${AGAIN}; A13 17 1000 of=140900 -> 06-05..
is the last discharge, with the admission after it
  ${AGAIN}; A13 17 1000 -> 06-05..
is the discharge alone, before another admission corrects the first
  ${GONE}; A13 15 1000 of=14; A01 16 1000 -> 06-16..
is nothing of an earlier stay by an empty PV1-45
  ${AGAIN}; A08 17 1000 45="" -> 06-05..06-14 06-16.. 06-14 inpatient assumed back 06-16
is the last stay's discharge by an empty PV1-45
  ${AGAIN}; A03 16 1200 36=01; A08 17 1000 45="" -> 06-05..06-14 06-16.. 06-14 inpatient assumed back 06-16
`),
  )("%s", (_, words, expected) => {
    const { stays, transfers, waiting } = storyInAnyOrder(words);
    expect([...stays, ...transfers, ...waiting].join(" ")).toBe(expected);
  });

  it("is a discharge of the census, too", () => {
    const days = { admitted_on: 20_609, discharged_on: 20_618 };
    const goesOn = sent("A13 16 1100 of=161100 45=20260614");
    expect(storyOf(goesOn, [row({ ...days, said_ms: 0 })])).toMatchObject({
      stays: ["06-05.."],
      waiting: [],
    });
  });
});

describe("a time of the visit", () => {
  const said = "202606160800";
  it.each(["20260614090000.12345", "2026-06-14", "202606132400"])(
    "%s is the day that it tells",
    (time) => {
      const [came, left] = sent("A01 05 1000; A03 16 0800 36=01") as [
        Sent,
        Sent,
      ];
      const ended = { ...left, pv1: { ...left.pv1, 45: time } };
      expect(storyOf([came, ended]).stays).toEqual(["06-05..06-14"]);
      const late = { ...came, said };
      for (const more of [
        { pv1: { ...came.pv1, 44: time } },
        { happened: time },
      ]) {
        expect(storyOf([{ ...late, ...more }]).stays).toEqual(["06-14.."]);
      }
    },
  );
  const BAD = { outcome: "unusable", fault: "bad_time" };

  it.each(["2026061", "June", "20260614099999", "202606142500", "202606"])(
    "%j is reported, whatever other times there are",
    (time) => {
      const fields: Partial<Sent>[] = [
        { happened: time },
        { pv1: { 44: time } },
        { pv1: { 45: time } },
        { said: time },
      ];
      for (const more of fields) {
        for (const event of ["A01", "A03", "A08", "A13"]) {
          expect(readingOf({ event, said, ...more })).toEqual(BAD);
        }
      }
    },
  );

  it("of a header is asked for where no other says when", () => {
    const update = { event: "A08", said, sentAt: "yesterday" };
    const admission = { ...update, event: "A01", pv1: { 44: "20260605" } };
    expect(readingOf(update).outcome).toBe("read");
    expect(readingOf({ ...admission, said: "" }).outcome).toBe("read");
    expect(readingOf({ ...update, said: "" })).toEqual(BAD);
  });

  it.each([
    ["+0000", ["06-04..06-13"]],
    ["-0600", ["06-05..06-14"]],
  ])("without an offset has the header's %s in Denver", (offset, stays) => {
    const header = {
      sentAt: `20260614120000${offset}`,
      timeZone: "America/Denver",
    };
    const messages = sent("A01 05 0300; A03 14 0300");
    expect(
      storyOf(messages.map((one) => ({ ...one, ...header }))).stays,
    ).toEqual(stays);
  });
});
