import { facilitiesOf } from "~server/measures/testing/read-totals";
import { expect, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { rebuildFigures } from "~server/measures/rebuild";
import { describeResult } from "./describe-result";
import { NO_PROGRESS, type Progress } from "~server/command-line/progress";
import { ImportConflict } from "./import-report";
import { NOW, SMALL_CENSUS } from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const TODAY = epochDayOf("2026-06-30");
const SAME_DAY = new Date("2026-07-01T03:59:00Z");
const LATER = new Date("2026-07-05T16:00:00Z");
const MANAGER = "boss,Bo,Oss,secret-boss,account_manager,0,false";

describeImports("an import on %s", (tested) => {
  const { load, content } = tested;
  test("stores each file's rows, and the figures that follow from them", async () => {
    const result = await load(SMALL_CENSUS);
    expect(result.outcome).toBe("stored");
    const stored = await content();
    expect(stored.facilities).toMatchObject([
      { id: 100, overall: null, data_through: TODAY },
      { id: 200, ccn: null, data_through: TODAY },
    ]);
    expect(stored.stays[0]).toMatchObject({
      said_ms: NOW.getTime(),
      word_of: null,
      recorded: null,
      id: 1,
      patient_id: 1001,
      recorded_patient_id: null,
      facility_id: 100,
      npi: 9000000001,
      admitted_on: epochDayOf("2026-01-01"),
      discharged_on: epochDayOf("2026-01-20"),
      admitted_from: "hospital",
      isnp: 0,
      long_stay_from: epochDayOf("2026-04-11"),
      rth: 1,
      ed: 0,
    });
    expect(
      stored.stays.map((row) => [row.patient_id, row.admitted_from, row.isnp]),
    ).toEqual([
      [1001, "hospital", 0],
      [1001, "community", 1],
      [1002, "other", 0],
    ]);
    expect(stored.transfers[0]).toMatchObject({ stay_id: 1, long_stay: 0 });
    expect(stored.notes[0]).toMatchObject({
      noted_at: "2026-05-02T00:00:00.000Z",
      note_text: 'said "well"\n=ok',
      high_risk: 1,
    });
    expect(facilitiesOf(stored)).toContain(100);
    expect(stored.state).toEqual([
      {
        id: 1,
        version: 1,
        origin: "import",
        imported_at: NOW.toISOString(),
        narrow_versions: 0,
      },
    ]);
  });

  test("of the same folder again changes nothing, neither version nor password hashes", async () => {
    const rows = { ...SMALL_CENSUS, "users.csv": [MANAGER] };
    await load(rows);
    const before = await content();
    const again = await load(rows, { now: SAME_DAY });
    expect(again.outcome).toBe("unchanged");
    expect(await content()).toEqual(before);
    const replaced = await load(rows, {
      now: SAME_DAY,
      replace: true,
    });
    expect(replaced.outcome).toBe("unchanged");
    expect(await content()).toEqual(before);
  });

  test("of changed rows rebuilds the figures of the facilities before and after", async () => {
    await load(SMALL_CENSUS);
    const result = await load(
      {
        "stays.csv": [
          "1,1001,200,9000000001,2026-01-01,2026-01-20,hospital,false",
          "4,1002,100,,2026-04-01,,hospital,false",
        ],
      },
      { now: LATER },
    );
    expect(result).toMatchObject({ outcome: "stored" });
    const before = await content();
    expect(before.state[0]?.version).toBeGreaterThan(1);
    await rebuildFigures(tested.db);
    expect(await content()).toEqual(before);
  });

  test("finds stays that overlap one in the database", async () => {
    await load(SMALL_CENSUS);
    const result = await load({
      "stays.csv": ["9,1001,100,,2026-01-10,2026-01-25,hospital,false"],
    });
    expect(result.problems.lines()).toEqual([
      "stays.csv:2: admitted_on: this stay overlaps stay 1 of the same patient in the same facility (in the database)",
    ]);
  });

  test("leaves stars alone where the file has none, unless the CCN is another", async () => {
    await load(SMALL_CENSUS);
    const stars = async () =>
      (await content()).facilities.map(({ overall }) => overall);
    await tested.db.updateTable("facilities").set({ overall: 4 }).execute();
    await load({
      "facilities.csv": ["100,Willow,10,15009,,,,", "200,Fennel,10,,,,,"],
    });
    expect(await stars()).toEqual([4, 4]);
    await load({
      "facilities.csv": ["100,Willow,10,015010,,,,"],
    });
    expect(await stars()).toEqual([null, 4]);
  });

  test("gives way to somebody else who changed the data meanwhile", async () => {
    await load(SMALL_CENSUS);
    const rows = { "divisions.csv": ["1,Renamed"] };
    const steps: string[] = [];
    const bumped: Promise<unknown>[] = [];
    const progress: Progress = {
      ...NO_PROGRESS,
      step(title) {
        steps.push(title);
        if (title === "Checking") {
          bumped.push(
            tested.db.updateTable("data_state").set({ version: 9 }).execute(),
          );
        }
      },
    };
    await expect(load(rows, { now: LATER, progress })).rejects.toBeInstanceOf(
      ImportConflict,
    );
    await Promise.all(bumped);
    expect(steps).toContain("Storing");
    const { divisions, state } = await content();
    expect(divisions).toEqual([{ id: 1, name: "North" }]);
    expect(state[0]?.version).toBe(9);
  });

  test("tells how many rows of each file were new, and what is still to do", async () => {
    const result = await load(SMALL_CENSUS);
    expect(describeResult(result, "1.5").lines).toEqual([
      "                    new    changed  unchanged    removed",
      "divisions             1          0          0          0",
      "regions               1          0          0          0",
      "facilities            2          0          0          0",
      "physicians            1          0          0          0",
      "patients              2          0          0          0",
      "stays                 3          0          0          0",
      "transfers             1          0          0          0",
      "notes                 1          0          0          0",
      "The data count through 06/30/2026, where facilities.csv names no other day.",
      "Imported in 1.5 s.",
      "No account has the level account_manager, so nobody can manage users. Import a users.csv that has one.",
    ]);
  });
});
