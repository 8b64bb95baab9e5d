import { expect, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import {
  SMALL_CENSUS,
  type CensusRows,
  type TestImport,
} from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

/** Facility 100 in a time zone, with one stay and one note. */
function at(
  zone: string,
  { admitted = "2026-06-01", noted = "2026-06-01T12:00" } = {},
): CensusRows {
  return {
    ...SMALL_CENSUS,
    "facilities.csv": [`100,Willow,10,015009,,,,,${zone}`],
    "stays.csv": [`1,1001,100,,${admitted},,hospital,false`],
    "transfers.csv": [],
    "notes.csv": [`1,1001,100,,${noted},Progress Note,well,Night,true`],
  };
}

describeImports("the clocks of facilities on %s", (tested) => {
  const { content } = tested;
  const load = (rows: CensusRows, options: TestImport = {}) =>
    tested.loadWith({ "facilities.csv": "time_zone" }, rows, options);

  test.each([
    // 11:00 in New York.
    ["Pacific/Guam", "2026-06-30T15:00:00Z", "2026-07-01"],
    ["Pacific/Auckland", "2026-06-30T15:00:00Z", "2026-07-01"],
    // 01:00 in New York.
    ["America/Los_Angeles", "2026-07-01T05:00:00Z", "2026-06-30"],
    ["Pacific/Honolulu", "2026-07-01T05:00:00Z", "2026-06-30"],
  ])(
    "%s has its own day at %s, through which its data reach, and no later one",
    async (zone, instant, admitted) => {
      const now = new Date(instant);
      expect(await load(at(zone, { admitted }), { now })).toMatchObject({
        outcome: "stored",
      });
      const { facilities, stays } = await content();
      expect(stays).toMatchObject([{ admitted_on: epochDayOf(admitted) }]);
      expect(facilities[0]?.data_through).toBe(epochDayOf(admitted));

      const nextDay = "2026-07-02";
      const { problems } = await load(at(zone, { admitted: nextDay }), { now });
      expect(problems.lines()).toEqual([
        "stays.csv:2: admitted_on: 2026-07-02 is in the future",
      ]);
    },
  );

  test.each([
    // Nine in the evening there, at 07:00 in New York.
    ["Pacific/Guam", "2026-06-30T20:00:00", "2026-06-30T10:00:00.000Z"],
    ["", "2026-03-08T02:30:00", "2026-03-08T07:30:00.000Z"],
  ])("a note in %j of %s was written at %s", async (zone, noted, expected) => {
    const now = new Date("2026-06-30T11:00:00Z");
    const folder = at(zone, { noted });
    expect(await load(folder, { now })).toMatchObject({ outcome: "stored" });
    expect((await content()).notes[0]?.noted_at).toBe(expected);
    expect(await load(folder, { now })).toMatchObject({
      outcome: "unchanged",
    });
  });

  test("a note of a later hour there is in the future", async () => {
    const now = new Date("2026-06-30T11:00:00Z");
    const { problems } = await load(
      at("America/Los_Angeles", { noted: "2026-06-30T06:00" }),
      { now },
    );
    expect(problems.lines()).toEqual([
      "notes.csv:2: noted_at: 2026-06-30T06:00 is in the future",
    ]);
  });

  test("are those that are stored, where a folder says nothing of them", async () => {
    await load(at("America/Los_Angeles"));
    const noted = "2026-06-29T22:15";
    const { "notes.csv": notes = [] } = at("", { noted });
    await tested.load({ "notes.csv": notes });
    const stored = async () => (await content()).notes[0]?.noted_at;
    expect(await stored()).toBe("2026-06-30T05:15:00.000Z");
    await tested.load(
      { ...SMALL_CENSUS, "notes.csv": notes },
      { replace: true, allowRemoval: new Set(["stays", "transfers"]) },
    );
    expect(await stored()).toBe("2026-06-30T02:15:00.000Z");
  });
});
