import { describe, expect, it } from "vitest";
import { derived } from "./testing/said-words";
import { storyOf, wordFrom, type Sent } from "./testing/told-story";

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
