import { describe, expect, it } from "vitest";
import { row } from "./testing/said-words";
import { readingOf, storyOf, type Sent } from "./testing/told-story";

/** A message of a day of June and its hour, such as `14 0905`. */
function at(event: string, when: string, more: Partial<Sent> = {}): Sent {
  return { event, said: `202606${when.replace(" ", "")}`, ...more };
}

const V1 = { 2: "I", 19: "V1" };
const admitted = at("A01", "05 1000", { pv1: V1 });

describe("who comes back on the day of a departure, at an hour that is not told,", () => {
  const readmitted = ["05..14|14..", "14 ed_only assumed|back 06-14"];
  const left = (day: string, pv1: Record<number, string>) =>
    at("A03", "14 0905", { pv1: { ...pv1, 36: "02", 45: day } });
  const back = (day: string, pv1: Record<number, string>, said = "14 1800") =>
    at("A01", said, { pv1: { ...pv1, 44: day } });
  const told = (sent: Sent[]) => {
    const { stays, transfers } = storyOf(sent);
    return [
      stays.join("|").replaceAll("06-", ""),
      transfers.join("|").replace(" back", "|back").replace("06-14 ", "14 "),
    ];
  };

  const none = { 2: "I" };
  const other = { 2: "I", 19: "V2" };
  it.each<[string, Record<number, string>, Record<number, string>]>([
    ["of one visit number", V1, V1],
    ["without visit numbers", none, none],
    ["of a new visit number", V1, other],
  ])("is a stay of its own, %s", (_, first, second) => {
    const arrival = { ...admitted, pv1: first };
    for (const day of ["20260614", "20260614000000", "2026-06-14"]) {
      for (const end of ["202606140900", "20260614"]) {
        const words = [arrival, left(end, first), back(day, second)];
        expect(told(words)).toEqual(readmitted);
        expect(told([...words].reverse())).toEqual(readmitted);
        // What still has the day alone says nothing else.
        const update = at("A08", "15 0800", { pv1: { ...second, 44: day } });
        expect(told([...words, update])).toEqual(readmitted);
      }
    }
  });

  it("comes to another facility, too", () => {
    const there = { ...back("20260614", other), facilityId: 200 };
    const { stays, transfers } = storyOf([
      admitted,
      left("202606140900", V1),
      there,
    ]);
    expect(stays).toEqual(["06-05..06-14", "200 06-14.."]);
    expect(transfers).toEqual(["06-14 ed_only assumed"]);
  });

  it.each(["20260614000000", "20260614", "202606140000-0400"])(
    "is back from leave at %s",
    (when) => {
      const leave = at("A21", "14 0900", { pv1: { ...V1, 36: "02" } });
      const words = [admitted, leave];
      const back = at("A22", "14 1000", { pv1: V1, happened: when });
      expect(storyOf([...words, back]).transfers).toEqual([
        "06-14 ed_only assumed back 06-14",
      ]);
    },
  );

  it("came before, where that was said before", () => {
    const early = back("20260614", V1, "14 0700");
    expect(storyOf([admitted, early, left("202606140900", V1)]).stays).toEqual([
      "06-14..06-14",
    ]);
  });

  it("came before, where nobody was there to leave", () => {
    const late = [left("202606141500", V1), back("20260614", V1)];
    expect(storyOf(late).stays).toEqual(["06-14..06-14"]);
    const census = row({ admitted_on: 20_609, said_ms: 0 });
    expect(storyOf(late, [census]).stays).toEqual(["06-05..06-14", "06-14.."]);
  });
});

describe("in the hour that clocks show twice", () => {
  const night = (event: string, hour: string, more: Partial<Sent> = {}) => ({
    event,
    said: `20261101${hour}`,
    pv1: { ...V1, 36: event === "A21" ? "02" : "" },
    ...more,
  });
  const came = { event: "A01", said: "202610201000", pv1: V1 };
  const of = (leave: Sent, back: Sent) =>
    storyOf([came, leave, back]).transfers;

  it.each([
    ["0150", "0110"],
    ["0159", "0100"],
    ["0110", "0150"],
    ["0030", "0110"],
    ["0150", "0210"],
  ])("a leave at %s and a return at %s are of one night", (out, back) => {
    const told = ["11-01 ed_only assumed back 11-01"];
    expect(of(night("A21", out), night("A22", back))).toEqual(told);
    const atOnce = {
      ...night("A22", back),
      received: back < "02" ? `2026-11-01T06:${back.slice(2)}:20Z` : undefined,
    } as Sent;
    expect(of(night("A21", out), atOnce)).toEqual(told);
    const chicago = { timeZone: "America/Chicago" };
    expect(of(night("A21", out, chicago), night("A22", back, chicago))).toEqual(
      told,
    );
  });
});

describe("a cancellation whose EVN-6 is its own hour", () => {
  const left = at("A03", "14 0900", { pv1: { ...V1, 36: "02" } });

  it.each([
    ["16 1100", "20260614"],
    ["14 1100", "202606140900"],
    ["18 0000", "2026-06-14T09:00"],
  ])("on %s takes back the discharge that PV1-45 names", (own, named) => {
    const happened = `202606${own.replace(" ", "")}`;
    const pv1 = { ...V1, 45: named };
    const cancel = at("A13", own, { happened, pv1 });
    for (const words of [
      [admitted, left, cancel],
      [cancel, left, admitted],
    ]) {
      expect(storyOf(words)).toEqual({
        stays: ["06-05.."],
        transfers: [],
        waiting: [],
      });
    }
  });

  it("takes back the admission that PV1-44 names, and a discharge of the census", () => {
    const happened = "202606061100";
    const pv1 = { ...V1, 44: "202606051000" };
    const neverWas = at("A11", "06 1100", { happened, pv1 });
    expect(storyOf([admitted, neverWas])).toMatchObject({
      stays: [],
      waiting: [],
    });
    const census = row({
      admitted_on: 20_609,
      discharged_on: 20_618,
      said_ms: 0,
    });
    const goesOn = at("A13", "16 1100", {
      happened: "202606161100",
      pv1: { ...V1, 45: "20260614" },
    });
    expect(storyOf([goesOn], [census])).toMatchObject({
      stays: ["06-05.."],
      waiting: [],
    });
  });

  it("waits where neither names what is known", () => {
    const pv1 = { ...V1, 45: "20260613" };
    const cancel = at("A13", "16 1100", { happened: "20260616", pv1 });
    expect(storyOf([admitted, left, cancel])).toMatchObject({
      stays: ["06-05..06-14"],
      waiting: ["nothing_to_cancel"],
    });
  });
});

describe("a discharge that is taken back", () => {
  const left = at("A03", "14 0900", { pv1: { ...V1, 36: "02" } });
  const again = at("A01", "16 1000", { pv1: V1 });

  it.each([
    ["by its day", { happened: "20260614" }],
    ["by its hour", { happened: "202606140900" }],
    ["without a time", {}],
  ])("%s leaves the stay as it began", (_, named) => {
    const goesOn = at("A13", "17 1000", { ...named, pv1: V1 });
    for (const words of [
      [admitted, left, again, goesOn],
      [goesOn, again, left, admitted],
    ]) {
      expect(storyOf(words)).toMatchObject({
        stays: ["06-05.."],
        transfers: [],
      });
    }
  });

  it("before another admission is told leaves that a correction", () => {
    const goesOn = at("A13", "15 1000", { happened: "20260614", pv1: V1 });
    expect(storyOf([admitted, left, goesOn, again]).stays).toEqual(["06-16.."]);
  });

  it("by an empty PV1-45 is the last stay's", () => {
    const open = at("A08", "17 1000", { pv1: { ...V1, 45: '""' } });
    const stays = ["06-05..06-14", "06-16.."];
    expect(storyOf([admitted, left, again, open]).stays).toEqual(stays);
    const gone = at("A03", "16 1200", { pv1: V1 });
    expect(storyOf([admitted, left, again, gone, open]).stays).toEqual(stays);
  });
});

describe("a time of the visit", () => {
  const ended = (time: string) => {
    const pv1 = { ...V1, 36: "01", 45: time };
    return storyOf([admitted, at("A03", "16 0800", { pv1 })]).stays;
  };

  it.each([
    "20260614090000.12345",
    "20260614090000.1234567",
    "20260614090000123456",
    "20260614090000.",
    "20260614235960",
    "2026-06-14",
    "2026-06-14T13:00:00.123Z",
    "20260614090000-05:00",
    "20260614130000Z",
    "20260614 0900",
    "202606132400",
    "20260613240000",
  ])("%s is the day that it tells", (time) => {
    expect(ended(time)).toEqual(["06-05..06-14"]);
  });

  it.each(["2026061", "June", "20260614099999", "202606142500", "202606"])(
    "%j is told, whatever other times there are",
    (time) => {
      const fields = [
        { happened: time },
        { pv1: { 44: time } },
        { said: time },
      ];
      for (const more of [...fields, { pv1: { 45: time } }]) {
        for (const event of ["A01", "A03", "A08", "A13"]) {
          expect(readingOf(at(event, "16 0800", more))).toEqual({
            outcome: "unusable",
            fault: "bad_time",
          });
        }
      }
    },
  );

  it("of a header is asked for where no other says when", () => {
    const sentAt = "yesterday";
    const outcome = (sent: Sent) => readingOf(sent).outcome;
    expect(outcome(at("A08", "16 0800", { sentAt }))).toBe("read");
    const pv1 = { 44: "20260605" };
    expect(outcome({ event: "A01", said: "", sentAt, pv1 })).toBe("read");
    expect(readingOf({ event: "A08", said: "", sentAt })).toEqual({
      outcome: "unusable",
      fault: "bad_time",
    });
  });
});

describe("times without an offset", () => {
  it("have that of the header, where the sender's clocks are not the facility's", () => {
    const utc = { sentAt: "20260614120000+0000", timeZone: "America/Denver" };
    const words = [
      at("A01", "05 0300", { pv1: V1, ...utc }),
      at("A03", "14 0300", { pv1: V1, ...utc }),
    ];
    expect(storyOf(words).stays).toEqual(["06-04..06-13"]);
    const own = { ...utc, sentAt: "20260614120000-0600" };
    expect(storyOf(words.map((one) => ({ ...one, ...own }))).stays).toEqual([
      "06-05..06-14",
    ]);
  });
});
