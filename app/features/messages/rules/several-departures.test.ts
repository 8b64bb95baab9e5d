import { describe, expect, it } from "vitest";
import {
  derived,
  hospital,
  moment,
  transfers,
  word,
} from "./testing/said-words";
import { storyOf, wordFrom, type Sent } from "./testing/told-story";
import { type CensusTransfer, NOTHING_KNOWN } from "./resident-transfers";
import type { Word } from "./words";

const V1 = { 2: "I", 19: "V1" };

function at(event: string, when: string, more: Partial<Sent> = {}): Sent {
  const disposition = event === "A21" || event === "A03" ? "02" : "";
  const pv1 = { ...V1, 36: disposition };
  return { event, said: `202606${when.replace(" ", "")}`, pv1, ...more };
}

/** A visit at a hospital: `E`, `I`, `O` for observation. */
function visit(when: string, patientClass: string, number = when): Sent {
  const pv1 = {
    2: patientClass,
    18: patientClass === "O" ? "OBS" : "",
    19: number,
  };
  return at("A04", when, { isHospital: true, pv1 });
}

const came = at("A01", "05 1000");

/** The transfers of messages in whatever order they came. */
function told(...sent: Sent[]): string[] {
  const { transfers: all } = storyOf([came, ...sent]);
  expect(storyOf([...sent].reverse().concat(came)).transfers).toEqual(all);
  return all;
}

describe("two departures with a return between them", () => {
  const leaves = [
    at("A21", "14 0600"),
    at("A22", "14 1000"),
    at("A21", "14 1500"),
  ];
  const discharges = [
    at("A03", "14 0600"),
    at("A01", "14 1000"),
    at("A03", "14 1500"),
  ];

  it.each([
    ["leaves", leaves],
    ["discharges", discharges],
    ["a leave and a discharge", [...leaves.slice(0, 2), at("A03", "14 1500")]],
  ])("are two on one day, each with its outcome: %s", (_, trips) => {
    expect(
      told(...trips, visit("14 0630", "E"), visit("14 1530", "I")),
    ).toEqual(["06-14 ed_only back 06-14", "06-14 inpatient"]);
    expect(
      told(...trips, visit("14 0630", "I"), visit("14 1530", "O")),
    ).toEqual(["06-14 inpatient back 06-14", "06-14 observation"]);
    // The first is untold, or the second.
    expect(told(...trips, visit("14 1530", "I"))).toEqual([
      "06-14 ed_only assumed back 06-14",
      "06-14 inpatient",
    ]);
    expect(told(...trips, visit("14 0630", "O"))).toEqual([
      "06-14 observation back 06-14",
      "06-14 inpatient assumed",
    ]);
    // Of the same outcome they are two as well.
    expect(
      told(...trips, visit("14 0630", "E"), visit("14 1530", "E")),
    ).toEqual(["06-14 ed_only back 06-14", "06-14 ed_only"]);
  });

  it("are one without the return, and with the return alone", () => {
    const [first, back, second] = leaves as [Sent, Sent, Sent];
    expect(told(first, second, visit("14 1530", "I"))).toEqual([
      "06-14 inpatient",
    ]);
    expect(told(first, back)).toEqual(["06-14 ed_only assumed back 06-14"]);
    expect(told(first, first, back, second, second)).toHaveLength(2);
  });

  it("have their own hours", () => {
    const minutes = derived(
      [
        word("admit", 5),
        word("leave", 14.25, { disposition: "02" }),
        word("return", 14.5),
        word("leave", 14.75, { disposition: "02" }),
      ],
      [],
    ).transfers.map(({ minute_of_day }) => minute_of_day);
    expect(minutes).toEqual([360, 1_080]);
  });

  it("have each the row of the census that has its outcome", () => {
    const row = (id: number, outcome: CensusTransfer["outcome"]) => ({
      ...{ id, facility_id: 100, transferred_on: 14, outcome },
      ...{ ...NOTHING_KNOWN, planned: 0 as const, said_ms: 0 },
    });
    const words: Word[] = [
      word("admit", 5),
      word("leave", 14.25, { disposition: "02" }),
      word("return", 14.5),
      word("leave", 14.75, { disposition: "02" }),
      hospital("admit", 14.3, "E"),
      hospital("admit", 14.8, "I", { visitNumber: "H2" }),
    ];
    const rows = [row(1, "inpatient"), row(2, "ed_only")];
    expect(
      derived(words, [], rows).transfers.map(({ censusId }) => censusId),
    ).toEqual([2, 1]);
    expect(transfers(words, rows.slice(1))).toBe(
      "100 14 ed_only, 100 14 inpatient",
    );
  });
});

describe("a visit at a hospital belongs to the departure during which it begins", () => {
  const days = [
    at("A21", "14 0800"),
    at("A22", "14 2000"),
    at("A21", "15 0600"),
  ];

  it("also within a day of an earlier return", () => {
    const both = ["06-14 ed_only back 06-14", "06-15 inpatient"];
    expect(told(...days, visit("14 0830", "E"), visit("15 0700", "I"))).toEqual(
      both,
    );
    expect(told(...days, visit("15 0700", "I"))).toEqual([
      "06-14 ed_only assumed back 06-14",
      "06-15 inpatient",
    ]);
    // The ward of the second was late to tell.
    expect(told(...days, visit("14 0830", "E"), visit("15 0500", "I"))).toEqual(
      both,
    );
    expect(told(...days, visit("15", "I"))).toEqual([
      "06-14 ed_only assumed back 06-14",
      "06-15 inpatient",
    ]);
  });

  it("on three days in a row", () => {
    const third = [at("A22", "15 2000"), at("A21", "16 0600")];
    expect(
      told(
        ...[...days, ...third, visit("14 0830", "E")],
        ...[visit("15 0700", "O"), visit("16 0700", "I")],
      ),
    ).toEqual([
      "06-14 ed_only back 06-14",
      "06-15 observation back 06-15",
      "06-16 inpatient",
    ]);
  });

  it("and goes on elsewhere as one, without a return between", () => {
    const [leave] = days as [Sent];
    const moved = [
      visit("14 0830", "E"),
      visit("14 2300", "O"),
      visit("15 1200", "I"),
    ];
    expect(told(leave, ...moved)).toEqual(["06-14 inpatient"]);
    expect(told(leave, ...moved, at("A22", "20 1000"))).toEqual([
      "06-14 inpatient back 06-20",
    ]);
  });

  it("else to one that ended less than a day before", () => {
    const [leave, back] = days as [Sent, Sent];
    expect(told(leave, back, visit("14 2100", "I"))).toEqual([
      "06-14 inpatient back 06-14",
    ]);
  });
});

it("two trips of one day are two of the next, where a stay is told without hours", () => {
  const evening = hospital("admit", 14, "E");
  const dayAlone = { ...moment(14), isDayAlone: true as const };
  const words = [
    word("admit", 5),
    word("leave", 14.25, { disposition: "02" }),
    word("return", 14.5),
    word("leave", 14.75, { disposition: "02" }),
    { ...evening, happened: dayAlone },
    { ...evening, happened: dayAlone, visitNumber: "H2", patientClass: "I" },
  ];
  expect(transfers(words)).toBe("100 14 ed_only, 100 14 inpatient");
});

describe("a departure on the day of the next admission", () => {
  it.each([
    [100, ["06-05..06-14", "06-14.."], "06-14"],
    [200, ["06-05..06-14", "200 06-14.."], ""],
  ])(
    "is of the stay that it ended, with its hour: %s",
    (there, stays, back) => {
      const words = [
        at("A01", "05 1000"),
        at("A03", "14 0210"),
        at("A01", "14 1800", { facilityId: there, pv1: { 2: "I", 19: "V2" } }),
      ];
      const story = storyOf(words);
      expect(story.stays).toEqual(stays);
      expect(story.transfers).toEqual([
        `06-14 ed_only assumed${back && ` back ${back}`}`,
      ]);
      const [left] = derived(words.map((one) => wordFrom(one))).transfers;
      expect(left).toMatchObject({
        facility_id: 100,
        minute_of_day: 130,
      });
    },
  );
});
