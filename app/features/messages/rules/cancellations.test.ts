import { describe, expect, it } from "vitest";
import { cases } from "./testing/said-words";
import { storyInAnyOrder, storyOf } from "./testing/sent-story";

const LEFT = "A21 03 0900";
const BACK = `${LEFT}; A22 05 0900`;
const THREE = `${BACK}; A21 08 0600; A22 08 1000; A21 08 1500`;
const TWICE = "A52 04 0900 of=030900; A52 04 0900 of=030900; A52 04 0930";
const STAYED = `${BACK}; A53 06 0900`;

describe("a cancelled leave or return", () => {
  it.each(
    cases(`
is a transfer as long as it is not cancelled
  ${LEFT} -> 06-03 inpatient assumed
never was at the hour that EVN-6 names
  ${LEFT}; A52 04 0900 of=030900 -> 
never was on the day that EVN-6 names
  ${LEFT}; A52 10 0900 of=03 -> 
never was without EVN-6
  ${LEFT}; A52 04 0900 -> 
never was if it is cancelled in the same minute
  ${LEFT}; A52 03 0900 -> 
never was if EVN-6 is the hour of the cancellation, as the standard has it
  ${LEFT}; A52 04 1000 of=040900 -> 
never was though there is a return
  ${BACK}; A52 06 0900 -> 
ends with its return
  ${BACK} -> 06-03 inpatient assumed back 06-05
goes on where the return never was
  ${STAYED} -> 06-03 inpatient assumed
goes on where the return of an hour never was
  ${STAYED} of=050900 -> 06-03 inpatient assumed
goes on where the last return never was
  ${STAYED} of=060800 -> 06-03 inpatient assumed
ends with a later return
  ${STAYED}; A22 07 0900 -> 06-03 inpatient assumed back 06-07
ends with a later return than that of an hour
  ${STAYED} of=050900; A22 07 0900 -> 06-03 inpatient assumed back 06-07
never was, as its return
  ${STAYED}; A52 08 0900 -> 
never was, as its return of an hour
  ${STAYED} of=050900; A52 08 0900 -> 
is one of three
  ${THREE} -> 06-03 inpatient assumed back 06-05, 06-08 ed_only assumed back 06-08, 06-08 inpatient assumed
is the last of three
  ${THREE}; A52 09 0900 -> 06-03 inpatient assumed back 06-05, 06-08 ed_only assumed back 06-08
is the last of its day
  ${THREE}; A52 09 0900 of=08 -> 06-03 inpatient assumed back 06-05, 06-08 ed_only assumed back 06-08
is that of its hour
  ${THREE}; A52 09 0900 of=080600 -> 06-03 inpatient assumed back 06-05, 06-08 inpatient assumed
is the first by its hour
  ${THREE}; A52 09 0900 of=030900 -> 06-08 ed_only assumed back 06-08, 06-08 inpatient assumed
leaves another leave that goes on without it
  ${LEFT}; A21 08 0600; A52 09 0900 -> 06-03 inpatient assumed
is the same one said again
  ${LEFT}; A21 03 1200 of=031000; A52 04 0900 of=031000 -> 
may be cancelled twice
  ${LEFT}; ${TWICE}; A52 04 1000 -> 
may be said again
  ${LEFT}; ${TWICE}; A52 04 1000; A21 05 0900 of=030900 -> 06-03 inpatient assumed
may be followed by one of an earlier day
  ${LEFT}; A52 04 0900 of=030900; A21 05 0900 of=020900; A52 05 1000 -> 
waits for what it cancels
  A52 04 0900 -> nothing_to_cancel
waits for a return
  ${LEFT}; A53 04 0900 -> 06-03 inpatient assumed, nothing_to_cancel
waits for a leave of its day
  ${LEFT}; A52 09 0900 of=04 -> 06-03 inpatient assumed, nothing_to_cancel
waits for a leave of its visit
  ${LEFT}; A52 04 0900 19=V2 -> 06-03 inpatient assumed, nothing_to_cancel
waits for a leave before it
  ${LEFT}; A52 02 0900 -> 06-03 inpatient assumed, nothing_to_cancel
leaves the visit at a hospital to be a notice of its own
  ${LEFT}; H A04 03 1000 2=E 19=H1; A52 04 0900 -> 06-03 ed_only
`),
  )("%s", (_, words, expected) => {
    const story = storyInAnyOrder(`A01 01 1000; ${words}`);
    expect(story.stays).toEqual(["06-01.."]);
    expect([...story.transfers, ...story.waiting].join(", ")).toBe(expected);
  });

  it("does not wait for an admission", () => {
    expect(storyOf(LEFT).waiting).toEqual(["no_stay"]);
    expect(storyOf(`${LEFT}; A52 04 0900`).waiting).toEqual([]);
  });
});
