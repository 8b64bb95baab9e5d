import { describe, expect, it } from "vitest";
import { cases, derived } from "./testing/said-words";
import { sent, storyInAnyOrder, storyOf, wordFrom } from "./testing/sent-story";

/** Visits at a hospital: an emergency, a stay, and an observation, each with its own number. */
const E = (when: string) => `H A04 ${when} 2=E 19=${when.replace(" ", "")}`;
const I = (when: string) => E(when).replace("2=E", "2=I");
const O = (when: string) => E(when).replace("2=E", "2=O 18=OBS");

const transfersOf = (text: string) =>
  storyInAnyOrder(`A01 05 1000; ${text}`).transfers.join(", ");

const FIRST = "A21 14 0600";
const SECOND = "A21 14 1500";
const LEAVES = `${FIRST}; A22 14 1000; ${SECOND}`;

describe.each([
  ["leaves", LEAVES],
  ["discharges", "A03 14 0600; A01 14 1000; A03 14 1500"],
  ["a leave and a discharge", `${FIRST}; A22 14 1000; A03 14 1500`],
])("two %s of a day with a return between them", (_, trips) => {
  it.each(
    cases(`
have each their outcome
  ${E("14 0630")}; ${I("14 1530")} -> 06-14 ed_only back 06-14, 06-14 inpatient
have each their outcome, whichever
  ${I("14 0630")}; ${O("14 1530")} -> 06-14 inpatient back 06-14, 06-14 observation
may have the first unreported
  ${I("14 1530")} -> 06-14 ed_only assumed back 06-14, 06-14 inpatient
may have the second unreported
  ${O("14 0630")} -> 06-14 observation back 06-14, 06-14 inpatient assumed
may have the same outcome
  ${E("14 0630")}; ${E("14 1530")} -> 06-14 ed_only back 06-14, 06-14 ed_only
`),
  )("%s", (_why, visits, outcomes) => {
    expect(transfersOf(`${trips}; ${visits}`)).toBe(outcomes);
  });
});

const DAYS = "A21 14 0800; A22 14 2000; A21 15 0600";
const THREE = `${DAYS}; A22 15 2000; A21 16 0600`;
const MOVED = `A21 14 0800; ${E("14 0830")}; ${O("14 2300")}; ${I("15 1200")}`;

describe("departures and visits", () => {
  it.each(
    cases(`
are one trip without a return
  ${FIRST}; ${SECOND}; ${I("14 1530")} -> 06-14 inpatient
are one trip with a return alone
  ${FIRST}; A22 14 1000 -> 06-14 ed_only assumed back 06-14
are two trips, however often they are reported
  ${FIRST}; ${LEAVES}; ${SECOND} -> 06-14 ed_only assumed back 06-14, 06-14 inpatient assumed
go together, also within a day of an earlier return
  ${DAYS}; ${E("14 0830")}; ${I("15 0700")} -> 06-14 ed_only back 06-14, 06-15 inpatient
go together, though the first is unreported
  ${DAYS}; ${I("15 0700")} -> 06-14 ed_only assumed back 06-14, 06-15 inpatient
go together, though the ward of the second was late to tell
  ${DAYS}; ${E("14 0830")}; ${I("15 0500")} -> 06-14 ed_only back 06-14, 06-15 inpatient
go together by a day alone
  ${DAYS}; ${I("15")} -> 06-14 ed_only assumed back 06-14, 06-15 inpatient
go together on three days in a row
  ${THREE}; ${E("14 0830")}; ${O("15 0700")}; ${I("16 0700")} -> 06-14 ed_only back 06-14, 06-15 observation back 06-15, 06-16 inpatient
are one trip where the visit goes on elsewhere
  ${MOVED} -> 06-14 inpatient
are one trip with a return from elsewhere
  ${MOVED}; A22 20 1000 -> 06-14 inpatient back 06-20
go together less than a day after the return
  A21 14 0800; A22 14 2000; ${I("14 2100")} -> 06-14 inpatient back 06-14
`),
  )("%s", (_, text, outcomes) => {
    expect(transfersOf(text)).toBe(outcomes);
  });
});

describe("a departure on the day of the next admission", () => {
  it.each([
    [100, ["06-05..06-14", "06-14.."], " back 06-14"],
    [200, ["06-05..06-14", "200 06-14.."], ""],
  ])("is of the stay that it ended, with its hour: %s", (at, stays, back) => {
    const text = `A01 05 1000; A03 14 0210; A01 14 1800 19=V2 at=${at}`;
    const story = storyOf(text);
    expect(story.stays).toEqual(stays);
    expect(story.transfers).toEqual([`06-14 ed_only assumed${back}`]);
    const words = sent(text).map((one) => wordFrom(one));
    expect(derived(words).transfers).toMatchObject([
      { facility_id: 100, minute_of_day: 130 },
    ]);
  });
});
