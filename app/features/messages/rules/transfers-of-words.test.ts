import { describe, expect, it } from "vitest";
import { type CensusTransfer, NOTHING_KNOWN } from "./resident-transfers";
import { cases, DAY, derived, MAPLE, transfers } from "./testing/said-words";

const LEAVE = "leave 12 to=02";
const TWICE = `admit 10; ${LEAVE}; leave 14 to=02`;
const LEFT = "admit 10; discharge 15.5 to=02";
const NIGHT = "admit 10.6; H admit 12.98 class=E; leave 13.02 to=02";

describe("the transfers of a resident", () => {
  it.each([
    ["02", "100 15 inpatient assumed"],
    ["2", "100 15 inpatient assumed"],
    ["43", "100 15 inpatient assumed"],
    ["82", "100 15 inpatient planned assumed"],
    ["94", "100 15 inpatient planned assumed"],
    ["01", ""],
    ["20", ""],
    ["", ""],
    ["none", ""],
    ["unsaid", ""],
  ])("with the disposition %j are %j", (code, expected) => {
    expect(transfers(`admit 10; discharge 15 to=${code}`)).toBe(expected);
  });

  it.each(
    cases(`
are leaves, by the nights away on one day
  admit 10; leave 12.25 to=02; return 12.75 -> 100 12 ed_only assumed
are leaves, by the nights away past midnight
  admit 10; leave 12.25 to=02; return 13.1 -> 100 12 inpatient assumed
are leaves without a return
  admit 10; leave 12.25 to=02 -> 100 12 inpatient assumed
are no other leaves
  admit 10; leave 12 ->
are no leave of an admission that was taken back
  admit 10; leave 15 to=02; cancel_admit 10 said=16 ->
are one where a leave in hospital becomes a discharge
  admit 10; ${LEAVE}; discharge 17 to=02 -> 100 12 inpatient assumed
are one where a leave is reported again
  ${TWICE} -> 100 12 inpatient assumed
are two with a return between
  ${TWICE}; return 13 -> 100 12 inpatient assumed, 100 14 inpatient assumed
are as the last word of a day says
  ${TWICE}; leave 12.25 to=82 -> 100 12 inpatient planned assumed
are no discharge that was moved by a cancelled update
  admit 10 said=10; discharge 20 said=20 to=02; update 22 out=21; cancel_discharge 21 said=23 ->
are no move to another facility
  admit 10; move 12 at=200 in=10; discharge 15 at=200 in=10 ->
are reported by their discharge, not by a leave before it
  admit 10; leave 12.25 to=02; return 12.75; discharge 15 -> 100 12 ed_only assumed
are not reported by a discharge that was taken back
  admit 10; discharge 15 to=02 said=15; cancel_discharge 15 to=02 said=16; discharge 20 said=20 ->
are of the day that an update corrects
  admit 10; discharge 15 to=02 said=15; update 16 out=14 -> 100 14 inpatient assumed
are none where an update sends the resident home
  admit 10; discharge 15 to=02 said=15; update 16 out=14; update 17 to=01 ->
are as an update says later
  admit 10; discharge 15; update 17 to=82 -> 100 15 inpatient planned assumed
are of each of a visit's stays by itself
  admit 10 by=none; discharge 15 by=none to=02; admit 20 by=none; discharge 25 by=none -> 100 15 inpatient assumed
do not end with the stay of the census that is left
  leave 10.5 to=02; discharge 14 | 10- -> 100 10 inpatient assumed
end when a state says that the resident is in house
  state 10 in=10 out=none said=10; leave 12.25 to=02; state 12.75 in=10 out=none said=12.75 -> 100 12 ed_only assumed
end with a state that begins later that day
  ${LEFT}; state 17 in=15~15.9d out=17 by=V2 -> 100 15 ed_only assumed
end with a state of the visit's number elsewhere
  ${LEFT}; state 17 in=15~15.9d out=17 at=200 -> 100 15 ed_only assumed
do not end with the state that is left
  state 15.4 in=15~15.9d out=none; leave 15.5 to=02 | 1-15 -> 100 15 inpatient assumed
`),
  )("%s", (_, words, expected, census) => {
    expect(transfers(words, census)).toBe(expected);
  });

  it("end with the return that the census tells", () => {
    const words = `${LEFT}; H admit 30 class=E`;
    const both = "100 15 inpatient assumed, 100 30 ed_only";
    expect(transfers(words)).toBe("100 15 ed_only");
    expect(transfers(words, "17-")).toBe(both);
    // The message that ends this stay does not tell when it began.
    expect(transfers(`${words}; discharge 32 by=V2`, "17-")).toBe(both);
  });
});

const STATE = "state 10 in=10 out=15 said=15 to=02";
const EMERGENCY = "H state 15.6 class=E in=15.6 out=none said=16";
const INPATIENT = "H state 15.6 class=I in=15.6 out=none said=17";
const OBSERVED = `${LEFT}; H admit 15.6 class=O type=OBS`;

describe("an outcome", () => {
  it.each([
    ["class=I", "inpatient"],
    ["class=E", "ed_only"],
    ["class=O type=OBS", "observation"],
    ["class=O", "inpatient assumed"],
  ])("of %s is %s", (visit, outcome) => {
    const words = `${LEFT}; H admit 15.6 ${visit}`;
    expect(transfers(words)).toBe(`100 15 ${outcome}`);
  });

  it.each(
    cases(`
is what the hospital says last
  ${LEFT}; H admit 15.6 class=E; H change_class 15.9 class=I -> inpatient
is what the hospital says last, though it began earlier
  ${LEFT}; H admit 15.7 class=E; H admit 15.6 class=I said=17 -> inpatient
is that of the last of visits that it numbers apart
  admit 10; leave 15 to=02; H admit 15.1 class=E; H admit 15.4 class=I by=H2; H admit 17 class=E by=H3; return 18 -> inpatient
stays assumed where the visit is cancelled
  ${LEFT}; H admit 15.6 class=E; H cancel_admit 15.6 class=E said=16 -> inpatient assumed
is that of a state
  ${STATE}; ${EMERGENCY} -> ed_only
is that of the last state
  ${STATE}; ${EMERGENCY}; ${INPATIENT} -> inpatient
is assumed where a state takes the visit back
  ${STATE}; ${EMERGENCY}; ${INPATIENT}; H state 15.6 class=I in=none said=18 -> inpatient assumed
keeps the type that was stated before a class alone
  ${OBSERVED}; H update 16 class=O -> observation
changes with the class
  ${OBSERVED}; H update 16 class=I -> inpatient
keeps the class that was stated before a type alone
  ${LEFT}; H admit 15.6 class=O; H update 16 class=unsaid type=OBS -> observation
is none where the class is deleted
  ${OBSERVED}; H update 16 class=none -> inpatient assumed
is that of a state with its type
  ${LEFT}; H state 15.6 class=O type=OBS in=15.6 -> observation
is none of a state without the type that was stated before
  ${LEFT}; H state 15.6 class=O type=OBS in=15.6; H state 15.7 class=O in=15.6 -> inpatient assumed
is that of a visit up to a day after the return
  ${LEFT}; admit 17 by=V2; H admit 18 class=E -> ed_only
`),
  )("%s", (_, words, outcome) => {
    expect(transfers(words)).toBe(`100 15 ${outcome}`);
  });
});

const IN_HOUSE = "admit 10.6";
const HOME = `${IN_HOUSE}; discharge 15.4 to=01`;
const CHAIN = `${IN_HOUSE}; H admit 12.1 class=E; H admit 12.4 class=O by=H2; H admit 13.1 class=I by=H3`;

describe("a hospital's notice of a resident in house", () => {
  it.each(
    cases(`
is a transfer
  admit 10; H admit 12 class=E -> 100 12 ed_only
is none before the stay
  admit 10; H admit 9 class=E ->
is another one, later than a day after the return
  ${LEFT}; admit 17 by=V2; H admit 18.01 class=E -> 100 15 inpatient assumed, 100 18 ed_only
is one with another of that day
  admit 10; H admit 12 class=E; H admit 12.5 class=E by=H2 -> 100 12 ed_only
is none of hours before
  ${IN_HOUSE}; H admit 10.1 class=E ->
is one of hours after they came
  ${IN_HOUSE}; H admit 10.8 class=E -> 100 10 ed_only
is none of hours after they went
  ${HOME}; H admit 15.8 class=E ->
is one of hours before they went
  ${HOME}; H admit 15.2 class=E -> 100 15 ed_only
counts by days of the census: before
  H admit 9.9 class=E | 10-15 ->
counts by days of the census: first
  H admit 10.1 class=E | 10-15 -> 100 10 ed_only
counts by days of the census: last
  H admit 15.8 class=E | 10-15 -> 100 15 ed_only
counts by days of the census: after
  H admit 16 class=E | 10-15 ->
counts on the day where its own hour is not stated
  ${IN_HOUSE}; H admit 10d class=E -> 100 10 ed_only
counts by the census's day where that is the later word
  ${IN_HOUSE} said=10; discharge 13.5 said=11; H admit 15.8 class=E | 10-15 -> 100 15 ed_only
is one with those that go on from it
  ${CHAIN} -> 100 12 inpatient
is another one after more than a day
  ${CHAIN}; H admit 14.2 class=E by=H4 -> 100 12 inpatient, 100 14 ed_only
is none with what came before the admission
  ${IN_HOUSE}; H admit 10.1 class=I by=H5; H admit 10.9 class=E by=H6 -> 100 10 ed_only
is one with a leave past midnight
  ${NIGHT} -> 100 13 ed_only
is one with a leave and what goes on from it
  ${NIGHT}; H admit 13.3 class=I by=H2 -> 100 13 inpatient
is another one than a leave hours later
  ${IN_HOUSE}; H admit 12.5 class=E; leave 13.02 to=02 -> 100 12 ed_only, 100 13 inpatient assumed
is no part of a leave from a stay that began after it
  admit 11.01; H admit 10.9 class=I; leave 11.1 to=02 -> 100 11 inpatient assumed
`),
  )("%s", (_, words, expected, census) => {
    expect(transfers(words, census)).toBe(expected);
  });
});

function row(more: Partial<CensusTransfer>): CensusTransfer {
  return {
    ...{ id: 1, facility_id: MAPLE, transferred_on: 15, planned: 0 },
    ...{ ...NOTHING_KNOWN, outcome: "observation", said_ms: 20 * DAY },
    ...more,
  };
}

const TRIPS =
  "admit 5; leave 14.25 to=02; return 14.5; leave 14.75 to=02; H admit 14.3 class=E; H admit 14.8 class=I by=H2";

describe("transfers of the census", () => {
  it("count against what is assumed, and against an earlier word", () => {
    const visit = `${LEFT}; H admit 15.6 class=E`;
    const early = row({ said_ms: 0 });
    expect(transfers(LEFT, [], [early])).toBe("100 15 observation");
    expect(transfers(visit, [], [row({})])).toBe("100 15 observation");
    expect(transfers(visit, [], [early])).toBe("100 15 ed_only");
  });

  it("are each of the departure that has its outcome", () => {
    const of = (id: number, outcome: CensusTransfer["outcome"]) =>
      row({ id, transferred_on: 14, outcome, said_ms: 0 });
    const rows = [of(1, "inpatient"), of(2, "ed_only")];
    const ids = derived(TRIPS, [], rows).transfers.map((one) => one.censusId);
    expect(ids).toEqual([2, 1]);
    expect(transfers(TRIPS, [], rows.slice(1))).toBe(
      "100 14 ed_only, 100 14 inpatient",
    );
  });
});

describe("two departures of a day", () => {
  it("have their own hours, and outcomes of visits without hours", () => {
    const minutes = derived(TRIPS).transfers.map((one) => one.minute_of_day);
    expect(minutes).toEqual([360, 1_080]);
    const words = TRIPS.replace("14.3", "14d").replace("14.8", "14d");
    expect(transfers(words)).toBe("100 14 ed_only, 100 14 inpatient");
  });
});

const ADMIT = "admit 10.5 unit=1_North";
const UNIT_MOVED = "move 12 unit=2_West";

describe("the unit of a stay", () => {
  it.each(
    cases(`
is the first
  ${ADMIT} -> 1 North
is that of a move
  ${ADMIT}; ${UNIT_MOVED} -> 2 West
is the last, whatever came last
  ${UNIT_MOVED}; update 13; ${ADMIT} -> 2 West
is none where it is deleted
  ${ADMIT}; update 13 unit=none -> none
is what it was before a move that is cancelled
  ${ADMIT}; ${UNIT_MOVED}; cancel_move 12 said=13 -> 1 North
is not changed by a cancellation of another visit
  ${ADMIT}; ${UNIT_MOVED}; cancel_move 12 said=13 by=V2 -> 2 West
is that of its own days and facility
  ${ADMIT}; discharge 20.5 unit=3_East; admit 20.75 unit=1_South; move 14 at=200 unit=9 by=V9 -> 3 East, 1 South
is that of a state in the hour of its end
  ${ADMIT}; discharge 15.2; state 15.1~15.3 at=200 in=12 out=15.1 unit=2_West -> 1 North, 2 West
is the census's
   | 10- unit=Memory_care -> Memory care
is of a move in a stay that the census alone tells
  ${UNIT_MOVED} | 10- unit=Memory_care -> 2 West
is the census's by a later word
  ${UNIT_MOVED} | 10- unit=Memory_care said=13 -> Memory care
is the messages' where the census is silent
  ${UNIT_MOVED} | 10- said=13 -> 2 West
is the census's where messages are silent
  admit 10.5 | 10- unit=Memory_care said=9 -> Memory care
`),
  )("%s", (_, words, expected, census) => {
    const units = derived(words, census).stays.map(({ unit }) => unit);
    expect(units.map((unit) => unit ?? "none").join(", ")).toBe(expected);
  });
});

const AWAY = `${ADMIT}; leave 15.75 to=02`;
const REPORTED = "hospital=Mercy reason=Confused diagnosis=Dementia";
const VISIT =
  "H admit 15.9 class=I hospital=GENERAL reason=Fever diagnosis=Sepsis";
const NOON = "admit 10.5; discharge 15.75 to=02";

describe("what is known of a transfer", () => {
  const known = (words: string, census: CensusTransfer[] = []) => {
    const [transfer] = derived(words, [], census).transfers;
    const { minute_of_day, unit, returned_on } = transfer ?? NOTHING_KNOWN;
    const { hospital, reason, diagnosis } = transfer ?? NOTHING_KNOWN;
    const texts = [hospital, reason, diagnosis].map((text) => text ?? "-");
    return `${minute_of_day} ${unit} ${returned_on}: ${texts.join(" ")}`;
  };

  it.each(
    cases(`
is the facility's clock, the unit then, and the return
  ${AWAY}; return 18.25 unit=2_West -> 1080 1 North 18: - - -
has no time where a day alone is stated
  ${ADMIT}; leave 15d to=02 -> null 1 North null: - - -
has no return without one
  ${NOON} -> 1080 null null: - - -
has the next admission there
  ${NOON}; admit 19 by=V2 -> 1080 null 19: - - -
has no admission elsewhere
  ${NOON}; admit 19 at=200 by=V2 -> 1080 null null: - - -
is what the facility tells
  ${AWAY} ${REPORTED} -> 1080 1 North null: Mercy Confused Dementia
is what the hospital tells
  ${AWAY}; ${VISIT} -> 1080 1 North null: GENERAL Fever Sepsis
is the facility's reason, and the hospital's name and finding
  ${AWAY} ${REPORTED}; ${VISIT} -> 1080 1 North null: GENERAL Confused Sepsis
is what the hospital said last
  ${AWAY}; H update 16 class=I diagnosis=Pneumonia; ${VISIT} -> 1080 1 North null: GENERAL Fever Pneumonia
is what the facility said last
  ${ADMIT}; leave 15.75 to=02 said=17 reason=Fell; leave 15.75 to=02 ${REPORTED} -> 1080 1 North null: Mercy Fell Dementia
has no time where a hospital alone tells of it
  ${ADMIT}; ${VISIT} -> null 1 North null: GENERAL Fever Sepsis
`),
  )("%s", (_, words, expected) => {
    expect(known(words)).toBe(expected);
  });

  it.each([
    ["later", 20, "Imported"],
    ["earlier", 0, "Confused"],
  ])("is completed by the %s word of the census", (_, said, reason) => {
    const stored = row({
      ...{ outcome: "inpatient", reason: "Imported", returned_on: 17 },
      said_ms: said * DAY,
    });
    expect(known(`${AWAY} ${REPORTED}; H admit 15.9 class=I`, [stored])).toBe(
      `1080 1 North 17: Mercy ${reason} Dementia`,
    );
  });
});
