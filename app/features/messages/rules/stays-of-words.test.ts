import { describe, expect, it } from "vitest";
import { cases, derived, stays, waits } from "./testing/said-words";

const OPEN = "state 10 in=10 out=none said=10";
const CANCELLED = "admit 10; discharge 15 said=15; cancel_discharge 15 said=16";
const NEVER_WAS = "admit 10; cancel_admit none said=11";
const BY_NONE = "admit 10 by=none; discharge 15 by=none; admit 20 by=none";

describe("the stays of a resident", () => {
  it.each(
    cases(`
begin with an admission
  admit 10 -> 100 10-
end with a discharge
  admit 10; discharge 15 -> 100 10-15
are known by PV1-44 of a discharge
  discharge 15 in=10 -> 100 10-15
are known by PV1-44 of an update
  update 12 in=10 -> 100 10-
begin as was said last, not as came last
  admit 9 said=11; admit 10 said=10 -> 100 9-
are corrected by an update
  admit 10 said=10; update 11 in=9 -> 100 9-
end as was said last, not as came last
  admit 10 said=10; update 16 said=16 out=14; discharge 15 said=15 -> 100 10-14
do not end where the discharge is cancelled
  ${CANCELLED} -> 100 10-
end again
  ${CANCELLED}; discharge 20 -> 100 10-20
do not end by an update that still has the old time
  ${CANCELLED}; update 17 out=15 -> 100 10-
do not end where PV1-45 is deleted
  admit 10; discharge 15; update 16 out=none -> 100 10-
are none where the admission is cancelled
  ${NEVER_WAS} ->
are none by an update that still has the old time
  ${NEVER_WAS}; update 12 in=10 ->
begin again
  ${NEVER_WAS}; admit 13 -> 100 13-
go as a whole with an admission that is cancelled after the discharge
  admit 10; cancel_admit 10 said=16; discharge 15 ->
are two where one visit number is admitted again
  admit 10; discharge 15; admit 20 -> 100 10-15, 100 20-
are distinguished without visit numbers too
  ${BY_NONE}; discharge 22 by=none said=22; cancel_discharge none by=none said=23 -> 100 10-15, 100 20-
go on during a leave
  admit 10; leave 12; return 14 -> 100 10-
are none of an outpatient
  admit 10 class=O ->
begin when an outpatient becomes a resident
  admit 10 class=O; change_class 12 -> 100 12-
end when a resident becomes an outpatient
  admit 10; change_class 12 class=O -> 100 10-12
are none of an outpatient whose update names no class
  admit 10 class=O; update 11 class=unsaid in=10 ->
are none of an outpatient whose discharge names no class
  admit 10 class=O; discharge 12 class=unsaid in=10 ->
begin when an outpatient is admitted without a class
  admit 10 class=O; update 11 class=unsaid in=10; change_class 12 class=unsaid -> 100 12-
`),
  )("%s", (_, words, expected) => {
    expect(stays(words)).toBe(expected);
  });

  it("have the physician, plan and source that were said last", () => {
    const words = "admit 10 npi=1 from=4 isnp=yes; update 11 npi=2; update 12";
    const known = { npi: 2, admitted_from: "hospital", isnp: 1 };
    expect(derived(words).stays).toMatchObject([known]);
    const deleted = `${words}; update 13 npi=none isnp=no`;
    expect(derived(deleted).stays).toMatchObject([{ npi: null, isnp: 0 }]);
    const two = "admit 10 npi=1; discharge 15; admit 20 npi=2";
    expect(derived(two).stays.map(({ npi }) => npi)).toEqual([1, 2]);
  });

  it.each([
    ["1", "community"],
    ["2", "community"],
    ["4", "hospital"],
    ["5", "other"],
    ["9", "other"],
    ["constructor", "other"],
    ["none", "other"],
    ["unsaid", "other"],
  ])("from source %s are from: %s", (source, from) => {
    const [stay] = derived(`admit 10 from=${source}`).stays;
    expect(stay?.admitted_from).toBe(from);
  });

  it("are each from where their own words say", () => {
    const words =
      "admit 10 by=none from=4; discharge 15 by=none from=4; admit 20 by=none; discharge 25 by=none";
    const sources = (text: string) =>
      derived(text).stays.map(({ admitted_from }) => admitted_from);
    expect(sources(words)).toEqual(["hospital", "other"]);
    const updates = "update 21 by=none from=1; update 22 by=none in=20.5";
    expect(sources(`${words}; ${updates}`)).toEqual(["hospital", "community"]);
  });
});

describe("a word of how a visit stands as a whole", () => {
  it.each(
    cases(`
is the visit
  ${OPEN} -> 100 10-
is the visit, whatever was said of it before
  ${OPEN}; state 10 in=10 out=12 said=12; state 14 in=14 out=16 said=17 -> 100 14-16
opens the visit again
  state 14 in=14 out=16 said=17; state 14 in=14 out=none said=18 -> 100 14-
takes a visit back
  ${OPEN}; state 10 in=none out=none said=12 ->
brings it again
  ${OPEN}; state 10 in=none out=none said=12; state 11 in=11 out=15 said=16 -> 100 11-15
takes back a stay that becomes the visit of an outpatient
  ${OPEN}; state 10 in=10 out=none said=12 class=O ->
gives way to later events
  admit 10 said=10; state 10 in=10 out=none said=12; discharge 15 said=15 -> 100 10-15
outranks earlier events
  admit 10 said=10; discharge 15 said=15; state 10 in=10 out=none said=16 -> 100 10-
leaves what it does not tell
  admit 10 said=10; state 10 out=14 said=12 -> 100 10-14
ends a stay of the census where it does not know its beginning
  state 10 out=15 said=15 | 10- -> 100 10-15
`),
  )("%s", (_, words, expected, census) => {
    expect(stays(words, census)).toBe(expected);
  });

  it("that there is none waits for nothing", () => {
    expect(waits("state 10 in=none out=none said=12")).toBe("");
  });
});

const CORRECTED = "update 13 in=9";
const ADMITTED = "admit 10.4 said=10.5";
const AGAIN = `${ADMITTED}; discharge 15; admit 20`;

describe("stays of the census and of messages", () => {
  it.each(
    cases(`
are one that began on the same day
  admit 10.4 | 10- -> 100 10-
are others elsewhere, or of another day
  admit 10.4 | 10- at=200; 11- -> 100 10-, 200 10-, 100 11-
end by a lone discharge
  discharge 15 | 10- -> 100 10-15
do not end by an earlier word
  discharge 15 | 10-16 said=30 -> 100 10-16
are one with any day of the visit
  ${ADMITTED}; ${CORRECTED} | 10- -> 100 9-
are one with any day, by the later word
  ${ADMITTED}; ${CORRECTED} | 10- said=30 -> 100 10-
are one with a cancelled day
  ${ADMITTED}; cancel_admit 10 said=13; admit 11 said=14 | 10- -> 100 11-
are one with a day that a state replaced
  state 10 said=13 in=10 out=none; state 9 said=14 in=9 out=none | 10- -> 100 9-
are one that an update corrects
  ${CORRECTED} | 10- -> 100 9-
are one that an update corrects, by the later word
  ${CORRECTED} | 10- said=30 -> 100 10-
are two where an update tells of a later one
  update 16 in=15 | 10-14 -> 100 10-14, 100 15-
are two where an update is another facility's
  ${CORRECTED} | 10- at=200 -> 100 9-, 200 10-
are two where an update is of another month
  update 46 in=45 | 10- -> 100 10-, 100 45-
are one with the nearest
  update 14 in=12 | 10-12; 13- -> 100 10-12, 100 12-
are one with what was admitted that day
  update 14 in=12; admit 13 by=V2 | 13- -> 100 12-, 100 13-
are two after a discharge
  ${AGAIN} | 20- -> 100 10-15, 100 20-
are two after a discharge, though the admission is cancelled
  ${AGAIN}; cancel_admit 20 said=21 | 20- -> 100 10-15, 100 20-
are one where a resident moves to another facility
  admit 10; move 12 at=200 | 10-; 12- at=200 -> 100 10-12, 200 12-
`),
  )("%s", (_, words, expected, census) => {
    expect(stays(words, census)).toBe(expected);
  });

  it("have what the later word says, and else what the other knows", () => {
    const words = "admit 10; discharge 15 isnp=no";
    expect(derived("", "10-").stays).toMatchObject([
      { censusId: 1, word_of: null, npi: 5 },
    ]);
    expect(derived(words, "10-").stays).toMatchObject([
      {
        ...{ censusId: 1, word_of: "feed", discharged_on: 15 },
        ...{ npi: 5, admitted_from: "hospital", isnp: 0 },
      },
    ]);
    expect(derived(words, "10- said=30").stays).toMatchObject([
      { word_of: null, discharged_on: null },
    ]);
  });
});

const LEFT = "admit 5.3; discharge 10.4; admit 10.6";

describe("an update that tells a day alone", () => {
  it.each(
    cases(`
leaves the hours of an admission
  ${LEFT}; update 11 in=10d -> 100 5-10, 100 10-
leaves the hours of a discharge
  ${LEFT}; update 11 out=10.99999d -> 100 5-10, 100 10-
corrects another day
  admit 5.3; update 6 in=4d -> 100 4-
corrects it again
  admit 5.3; update 6 in=4d; update 7 in=5d -> 100 5-
`),
  )("%s", (_, words, expected) => {
    expect(stays(words)).toBe(expected);
  });

  it("keeps the hours that were stated", () => {
    const last = derived(`${LEFT}; update 11 in=10d`).stays.at(-1);
    expect(last?.reported?.admitted).toMatchObject({ day: 10, minute: 864 });
  });
});

const MOVED = "admit 10; move 12 at=200 in=10 out=none";
const THERE = `${MOVED}; update 13 at=200 in=10; move 14 at=200 in=10`;

describe("a move", () => {
  it.each(
    cases(`
changes no stay
  admit 10; move 12 in=9 -> 100 10-
makes no stay
  move 12 in=9 ->
opens no stay again
  admit 10; discharge 15; move 16 out=none -> 100 10-15
to another facility begins a stay there
  ${THERE} -> 100 10-12, 200 12-
to another facility leaves the end to a discharge there
  ${THERE}; discharge 15 at=200 in=10 -> 100 10-12, 200 12-15
leads back
  ${MOVED}; update 13 at=200 in=10; move 14 in=10 -> 100 10-12, 200 12-14, 100 14-
is taken back by the cancellation of its day
  admit 10; move 12 at=200; cancel_move 12 said=13 -> 100 10-
is not taken back by that of another day
  admit 10; move 12 at=200; cancel_move 11 said=13 -> 100 10-12, 200 12-
of an unknown visit makes no stay
  move 12 at=200 in=10 ->
of another visit makes no stay
  admit 10; move 12 at=200 in=10 by=V2 -> 100 10-
without a visit number makes no stay
  admit 10 by=none; move 12 at=200 in=10 by=none -> 100 10-
after a discharge makes no stay
  admit 10; discharge 11; move 12 at=200 in=10 -> 100 10-11
`),
  )("%s", (_, words, expected) => {
    expect(stays(words)).toBe(expected);
    expect(waits(words)).toBe("");
  });
});

const EARLIER =
  "admit 10 by=none said=10; discharge 15 by=none said=15; admit 20 by=none said=20; discharge 25 by=none said=25; cancel_discharge 25 by=none said=26";
const CORRECTED_END =
  "admit 10 said=10; discharge 20 said=20 to=02; update 22 out=21";

describe("a cancellation", () => {
  it.each(
    cases(`
takes back a discharge of the same minute
  admit 10 said=10; discharge 15 said=15; cancel_discharge 15 said=15 -> 100 10-
that came first takes back a discharge of the same minute
  cancel_discharge 15 said=15; discharge 15 said=15; admit 10 said=10 -> 100 10-
takes back an admission of the same minute
  cancel_admit 10 said=10; admit 10 said=10 ->
takes back what the cancelled word had corrected, too
  admit 10 said=10; update 11 in=9; cancel_admit 9 said=12 ->
takes back the discharge that an update had corrected
  ${CORRECTED_END}; cancel_discharge 21 said=23 -> 100 10-
leaves what was said later than the cancelled word
  ${CORRECTED_END}; update 22.5 out=19; cancel_discharge 21 said=23 -> 100 10-19
leaves an earlier stay of the visit
  ${EARLIER} -> 100 10-15, 100 20-
of the later admission leaves the earlier stay
  ${EARLIER}; cancel_admit 20 by=none said=27 -> 100 10-15
`),
  )("%s", (_, words, expected) => {
    expect(stays(words)).toBe(expected);
    expect(waits(words)).toBe("");
  });
});

const GOES_ON = "cancel_discharge 15 said=16";
const GONE = "admit 10 said=12.5; cancel_admit 10 said=13";

describe("a cancellation of what the census tells", () => {
  it.each(
    cases(`
takes back its discharge
  ${GOES_ON} | 10-15 -> 100 10-
takes back the last discharge
  cancel_discharge none said=16 | 10-15 -> 100 10-
is outranked by a later import
  ${GOES_ON} | 10-15 said=30 -> 100 10-15
waits for a discharge of its day
  cancel_discharge 14 said=16 | 10-15 -> 100 10-15 nothing_to_cancel
leaves the stay to end again
  ${GOES_ON}; discharge 18 said=18 | 10-15 -> 100 10-18
leaves the stay to end by another visit number
  ${GOES_ON}; discharge 18 said=18 by=V2 | 10-15 -> 100 10-18
said before the import leaves its end
  cancel_discharge 15 said=10; discharge 18 said=11 | 10-15 -> 100 10-15 no_stay
takes back a discharge by messages
  discharge 17 by=V2 said=17; cancel_discharge 17 said=18 | 10- -> 100 10-
does not wait where messages tell the rest of the stay
  admit 10 said=10; ${GOES_ON} | 10-15 -> 100 10-
of an admission waits until the census has its stay no longer
  cancel_admit 10 said=13 | 10- -> 100 10- stay_in_census
of an admission by messages waits as well
  ${GONE} | 10- -> 100 10- stay_in_census
gives way to a later import
  ${GONE} | 10- said=30 -> 100 10-
of an admission gives way to a later import
  cancel_admit 10 said=13 | 10- said=30 -> 100 10-
is done without the census's stay
  ${GONE} -> 
of the last admission waits
  cancel_admit none said=13 | 10- -> 100 10- stay_in_census
of the last admission does not mean a stay that has ended
  cancel_admit none said=13 | 10-15 -> 100 10-15 nothing_to_cancel
is settled by another admission
  ${GONE}; admit 10 said=14 | 10- -> 100 10-
`),
  )("%s", (_, words, expected, census) => {
    expect(`${stays(words, census)} ${waits(words, census)}`.trim()).toBe(
      expected,
    );
  });
});

const LEAVE = "leave 15 to=02";

describe("a word of what nothing is known of", () => {
  it.each([
    ["discharge 15", "no_stay"],
    ["cancel_discharge 15", "nothing_to_cancel"],
    ["cancel_admit 15", "nothing_to_cancel"],
    [LEAVE, "no_stay"],
    ["return 15", "no_stay"],
  ])("waits with all that say the same: %s", (lone, reason) => {
    expect(waits(`${lone}; ${lone}`)).toBe(`${reason}, ${reason}`);
    expect(derived(lone).transfers).toEqual([]);
    expect(waits(`${lone}; admit 15; discharge 15 said=15`)).toBe("");
  });

  it.each<[string, string, string?]>([
    [`${LEAVE}; admit 16`, "no_stay"],
    [`${LEAVE}; admit 10; discharge 14`, "no_stay"],
    [`${LEAVE}; admit 10 at=200`, "no_stay"],
    [`${LEAVE}; admit 10`, ""],
    [`${LEAVE}; admit 10; discharge 15`, ""],
    [LEAVE, "", "10-"],
    [LEAVE, "no_stay", "10-14"],
    [`${LEAVE}; admit 10; cancel_admit 10 said=16`, ""],
    [`admit 10; ${LEAVE}; discharge 15.5; return 17`, "no_stay"],
    [`admit 10; ${LEAVE}; discharge 15.5; return 17; admit 17`, ""],
  ])("%s: %j", (words, reason, census) => {
    expect(waits(words, census)).toBe(reason);
  });
});
