import { expect, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { checkFigures } from "~server/measures/check/check-figures";
import {
  REPLACE_ALL,
  SMALL_CENSUS,
  type TestImport,
} from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const MORE = {
  "stays.csv": "unit",
  "transfers.csv": "time_of_day,hospital,unit,reason,diagnosis,returned_on",
};
const ALL = "18:05,St. Brindle,2 North,Short of breath,Pneumonia,2026-01-09";
const NOT_KNOWN = {
  minute_of_day: null,
  hospital: null,
  unit: null,
  reason: null,
  diagnosis: null,
  returned_on: null,
};
const KNOWN = {
  minute_of_day: 1_085,
  hospital: "St. Brindle",
  unit: "2 North",
  reason: "Short of breath",
  diagnosis: "Pneumonia",
  returned_on: epochDayOf("2026-01-09"),
};

const withFacts = (transfer: string, unit = "Memory care") => ({
  ...SMALL_CENSUS,
  "stays.csv": (SMALL_CENSUS["stays.csv"] ?? []).map(
    (row, at) => `${row},${at === 0 ? unit : ""}`,
  ),
  "transfers.csv": [`1,1001,100,2026-01-05,inpatient,false,${transfer}`],
});

describeImports("what an import says beside what counts, on %s", (tested) => {
  const { content } = tested;
  const load = (
    transfer: string,
    { unit, ...options }: TestImport & { unit?: string } = {},
  ) => tested.loadWith(MORE, withFacts(transfer, unit), options);

  test("is stored, and the same folder changes nothing", async () => {
    await load(ALL);
    const before = await content();
    expect(before.transfers).toMatchObject([KNOWN]);
    expect(before.stays.map(({ unit }) => unit)).toEqual([
      "Memory care",
      null,
      null,
    ]);
    expect((await load(ALL)).outcome).toBe("unchanged");
    expect(await content()).toEqual(before);
  });

  test("makes the data newer, and leaves the figures", async () => {
    await load(ALL);
    const before = await content();
    await load(ALL.replace("Pneumonia", "Sepsis"), { unit: "2 South" });
    const after = await content();
    expect(after).toEqual({
      ...before,
      transfers: [{ ...before.transfers[0], diagnosis: "Sepsis" }],
      stays: before.stays.map((stay) =>
        stay.id === 1 ? { ...stay, unit: "2 South" } : stay,
      ),
      state: after.state,
    });
    const [was, is] = [before, after].map(({ state }) => state[0]?.version);
    expect(is).toBeGreaterThan(was ?? NaN);
  });

  test.each([
    ["the time of day", "transfers.csv", "18:05", "02:05"],
    ["the outcome", "transfers.csv", "inpatient", "ed_only"],
    ["the stay's physician", "stays.csv", "100,9000000001,", "100,,"],
    ["the stay's admission", "stays.csv", "2026-01-01", "2026-01-02"],
    ["the stay's ISNP flag", "stays.csv", "hospital,false", "hospital,true"],
  ] as const)("counts the transfer by %s", async (_, file, was, is) => {
    await load(ALL);
    const [before] = (await content()).transfers;
    const rows = withFacts(ALL)[file].map((row) => row.replace(was, is));
    await tested.loadWith(MORE, { ...withFacts(ALL), [file]: rows });
    const [after] = (await content()).transfers;
    const countedBy = [before, after].map((row) => [row?.facts, row?.npi]);
    expect(countedBy[1]).not.toEqual(countedBy[0]);
    expect((await checkFigures(tested.db)).places).toEqual([]);
  });

  test("is not known where a cell is blank", async () => {
    await load(ALL);
    await load(",,,,,", { unit: "" });
    const { transfers, stays } = await content();
    expect(transfers).toMatchObject([NOT_KNOWN]);
    expect(stays[0]?.unit).toBeNull();
  });

  test("stays as it is where the file has no such column, unless it replaces all", async () => {
    await load(ALL);
    const before = await content();
    expect((await tested.load(SMALL_CENSUS)).outcome).toBe("unchanged");
    expect(await content()).toEqual(before);
    await tested.load({
      "transfers.csv": [
        "1,1001,100,2026-01-05,ed_only,false",
        "2,1001,100,2026-01-07,inpatient,false",
      ],
    });
    const changed = await content();
    expect(changed.transfers).toMatchObject([
      { outcome: "ed_only", ...KNOWN },
      { outcome: "inpatient", ...NOT_KNOWN },
    ]);
    await tested.load(SMALL_CENSUS, REPLACE_ALL);
    const { transfers, stays } = await content();
    expect(transfers).toMatchObject([NOT_KNOWN]);
    expect(stays[0]?.unit).toBeNull();
  });

  test.each([
    ["time_of_day", "18:05", "6 pm", "is not a time of day"],
    ["returned_on", "01-09", "01-04", "lies before the day of the transfer"],
    ["returned_on", "01-09", "07-01", "is in the future"],
    ["hospital", "St. Brindle", "x".repeat(201), "than 200 characters"],
    ["unit", "2 North", "x".repeat(201), "than 200 characters"],
    ["reason", "Short of breath", "x".repeat(501), "than 500 characters"],
    ["diagnosis", "Pneumonia", "x".repeat(501), "than 500 characters"],
  ])("is refused for its %s: %s is not %s", async (column, good, bad, why) => {
    const result = await load(ALL.replace(good, bad));
    if (result.outcome !== "refused") throw new Error(result.outcome);
    expect(result.problems.groups()).toMatchObject([
      {
        file: "transfers.csv",
        column,
        message: expect.stringContaining(why),
      },
    ]);
  });

  test("may be at its bounds", async () => {
    const result = await load(
      `00:00,${"x".repeat(200)},,${"y".repeat(500)},,2026-01-05`,
    );
    expect(result.outcome).toBe("stored");
  });
});
