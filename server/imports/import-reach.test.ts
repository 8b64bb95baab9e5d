import { expect, test } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { rebuildFigures } from "~server/measures/rebuild";
import { readMetrics } from "~server/measures/metrics";
import { describeResult } from "./describe-result";
import {
  SMALL_CENSUS,
  type CensusRows,
  type TestImport,
} from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const at = (day: string) => ({ now: new Date(`${day}T16:00:00Z`) });

/** A quiet night: both files are there, and hold nothing new. */
const NOTHING_NEW: CensusRows = { "stays.csv": [], "transfers.csv": [] };

/** A census on whose last day the rates of Willow are known: 20 long stays, one of them with 30 hospitalizations. */
const LONG_STAYS: CensusRows = {
  ...SMALL_CENSUS,
  "patients.csv": Array.from(
    { length: 20 },
    (_, index) => `${index + 1},,,P${index},`,
  ),
  "stays.csv": Array.from(
    { length: 20 },
    (_, index) => `${index + 1},${index + 1},100,,2023-01-01,,other,false`,
  ),
  "transfers.csv": Array.from(
    { length: 28 },
    (_, index) =>
      `${index + 1},1,100,2026-${String((index % 6) + 1).padStart(2, "0")}-${String(index + 1).padStart(2, "0")},inpatient,false`,
  ),
  "notes.csv": [],
};

/** The small census with further cells of its two facilities. */
const withCells = (willow: string, fennel: string): CensusRows => ({
  ...SMALL_CENSUS,
  "facilities.csv": (SMALL_CENSUS["facilities.csv"] ?? []).map(
    (row, at) => `${row},${at === 0 ? willow : fennel}`,
  ),
});

describeImports("the reach of imported data on %s", (tested) => {
  const { load, content } = tested;

  /** Loads the small census with further columns in facilities.csv. */
  const loadPlaces = (
    columns: string,
    willow: string,
    fennel: string,
    options: TestImport,
  ) =>
    tested.loadWith(
      { "facilities.csv": columns },
      withCells(willow, fennel),
      options,
    );

  async function reach(): Promise<Record<number, string | null>> {
    const { facilities } = await content();
    return Object.fromEntries(
      facilities.map(({ id, data_through }) => [
        id,
        data_through === null ? null : isoDayOf(data_through),
      ]),
    );
  }

  const version = async () => (await content()).state[0]?.version;

  async function hospitalizationsPer1000(today: string) {
    const metrics = await readMetrics(tested.db, {
      facilityIds: "all",
      isnp: false,
      from: epochDayOf(today) - 365,
      to: epochDayOf(today),
    });
    return metrics?.long_stays.h_1000;
  }

  test("keeps H/1000 from falling while nothing is imported", async () => {
    await load(LONG_STAYS, at("2026-06-30"));
    const atImport = await readMetrics(tested.db, {
      facilityIds: "all",
      isnp: false,
      from: epochDayOf("2026-01-01"),
      to: epochDayOf("2026-06-30"),
    });
    const after40Days = await readMetrics(tested.db, {
      facilityIds: "all",
      isnp: false,
      from: epochDayOf("2026-01-01"),
      to: epochDayOf("2026-08-09"),
    });
    expect(after40Days).toEqual(atImport);
    expect(atImport?.long_stays.h_1000).toEqual({
      count: 28,
      rate: 28_000 / (20 * 181),
    });

    await load(NOTHING_NEW, at("2026-08-09"));
    expect((await hospitalizationsPer1000("2026-08-09"))?.count).toBe(28);
    expect((await hospitalizationsPer1000("2026-08-09"))?.rate).toBe(
      28_000 / (20 * 366),
    );
  });

  test("is the day in New York of the last import that had both stays.csv and transfers.csv", async () => {
    await load(SMALL_CENSUS, {
      now: new Date("2026-07-01T03:59:00Z"),
    });
    expect(await reach()).toEqual({ 100: "2026-06-30", 200: "2026-06-30" });
    for (const rows of [
      { "patients.csv": ["1002,,New,Name,"] },
      { "stays.csv": ["4,1002,100,,2026-07-01,,other,false"] },
      { "transfers.csv": ["2,1002,100,2026-07-01,ed_only,false"] },
    ] satisfies CensusRows[]) {
      const result = await load(rows, at("2026-07-02"));
      expect(result).toMatchObject({ outcome: "stored", dataThrough: null });
      expect(describeResult(result, "1").lines).toContain(
        "The days that count stay as they were: that takes a stays.csv and a transfers.csv, or --data-through.",
      );
    }
    expect(await reach()).toEqual({ 100: "2026-06-30", 200: "2026-06-30" });
    await load(NOTHING_NEW, at("2026-07-03"));
    expect(await reach()).toEqual({ 100: "2026-07-03", 200: "2026-07-03" });
  });

  test("alone is a change: the version grows, and no figure is built again", async () => {
    await load(SMALL_CENSUS, at("2026-06-30"));
    const before = await content();
    const result = await load(NOTHING_NEW, at("2026-07-09"));
    expect(result).toMatchObject({
      outcome: "stored",
      dataThrough: "2026-07-09",
    });
    const after = await content();
    const grown = await version();
    expect(grown).toBeGreaterThan(1);
    expect(after.totals).toEqual(before.totals);
    expect((await load(NOTHING_NEW, at("2026-07-09"))).outcome).toBe(
      "unchanged",
    );
    expect(await version()).toBe(grown);
  });

  test("is unknown where stays came without transfers, and then nothing counts", async () => {
    const { "transfers.csv": _, ...withoutTransfers } = LONG_STAYS;
    await load(withoutTransfers, at("2026-06-30"));
    expect(await reach()).toEqual({ 100: null, 200: null });
    expect(await hospitalizationsPer1000("2026-06-30")).toBeUndefined();
  });

  test("can be given, also back, and with it what counts as a return", async () => {
    await load(SMALL_CENSUS, at("2026-06-30"));
    const rth = async () => (await content()).stays.map((stay) => stay.rth);
    expect(await rth()).toEqual([1, 0, 0]);
    // The stay began on 1 January, and its hospitalization was on the 5th.
    const back = { ...at("2026-06-30"), dataThrough: "2026-01-04" };
    const result = await load({ "divisions.csv": ["1,North"] }, back);
    expect(result).toMatchObject({
      outcome: "stored",
      dataThrough: "2026-01-04",
    });
    expect(await reach()).toEqual({ 100: "2026-01-04", 200: "2026-01-04" });
    expect(await rth()).toEqual([0, 0, 0]);
    const partly = await content();
    await rebuildFigures(tested.db);
    expect(await content()).toEqual(partly);

    const ahead = { ...at("2026-06-30"), dataThrough: "2026-01-05" };
    await load({ "divisions.csv": ["1,North"] }, ahead);
    expect(await rth()).toEqual([1, 0, 0]);
  });

  test("that is given counts where its day has begun, and else through today there", async () => {
    // 30 June in New York, and 1 July.
    for (const [now, day] of [
      ["2026-07-01T03:59:00Z", "2026-07-01"],
      ["2026-07-02T04:01:00Z", "2026-07-02"],
    ] as const) {
      const before = isoDayOf(epochDayOf(day) - 1);
      await loadPlaces("time_zone", "Pacific/Guam", "America/Los_Angeles", {
        now: new Date(now),
        dataThrough: day,
      });
      expect(await reach()).toEqual({ 100: day, 200: before });
    }
  });

  test("of one facility is that of its row in facilities.csv", async () => {
    const through = (options: TestImport) =>
      loadPlaces("data_through", "2026-05-31", "", options);
    await through(at("2026-06-30"));
    expect(await reach()).toEqual({ 100: "2026-05-31", 200: "2026-06-30" });
    await through({ ...at("2026-07-09"), dataThrough: "2026-07-01" });
    expect(await reach()).toEqual({ 100: "2026-05-31", 200: "2026-07-01" });
    await load(NOTHING_NEW, at("2026-07-10"));
    expect(await reach()).toEqual({ 100: "2026-07-10", 200: "2026-07-10" });
  });

  test("has a first day, where facilities.csv names it: kept by a file without the column, taken back by a blank cell", async () => {
    const today = at("2026-06-30");
    const first = async () => {
      const { facilities } = await content();
      return facilities.map(({ data_from }) => data_from);
    };
    await loadPlaces("data_from", "2025-03-01", "", today);
    expect(await first()).toEqual([epochDayOf("2025-03-01"), null]);
    await load(SMALL_CENSUS, today);
    expect(await first()).toEqual([epochDayOf("2025-03-01"), null]);
    await loadPlaces("data_from", "", "", today);
    expect(await first()).toEqual([null, null]);
  });

  test.each([
    ["data_through", "2026-07-01", "in the future"],
    ["data_from", "2026-07-01", "in the future"],
    ["data_from", "1899-12-31", "lies before 1900"],
    ["data_from", "March 2025", "is not a date"],
    [
      "data_through,data_from",
      "2026-05-31,2026-06-01",
      "lies after the day of data_through",
    ],
  ])("refuses a day in %s that is %s", async (columns, cells, words) => {
    const others = cells.replace(/[^,]/g, "");
    const result = await loadPlaces(columns, cells, others, at("2026-06-30"));
    expect(result.problems.lines()).toEqual([
      expect.stringMatching(`data_.*${words}`),
    ]);
  });
});
