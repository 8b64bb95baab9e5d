import { beforeEach, describe, expect, test } from "vitest";
import { checkFigures } from "~server/measures/check/check-figures";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { virtualTime } from "~server/testing/virtual-time";
import { ImportConflict } from "./import-report";
import { readImports } from "./service";
import { NOW } from "./testing/census-files";
import { FULL_CENSUS } from "./testing/changed-census";
import { openNight, type OpenNight } from "./testing/night";
import { steadyPace } from "./testing/parts";

const MINUTE_MS = 60_000;

describe.each(TEST_DIALECTS)("two imports at once on %s", (dialect) => {
  let night: OpenNight;
  beforeEach(async () => {
    night = await openNight(dialect);
  });

  const time = virtualTime(NOW);

  const importNight = (options: Parameters<OpenNight["importNight"]>[0] = {}) =>
    night.importNight({ clock: time.clock, ...options });

  /** Imports the night, and does something else between two of its parts. */
  async function importWith(inBetween: () => Promise<void>) {
    let parts = 0;
    const pace = steadyPace(async () => {
      if ((parts += 1) === 6) await inBetween();
    });
    return importNight({ pace });
  }

  const imports = () => readImports(night.store.db, { most: 10 });
  const outcomes = async () => (await imports()).map(({ outcome }) => outcome);

  test("one that begins while another one stores is refused before it reads anything, and the other goes on", async () => {
    const { error } = await importWith(async () => {
      const [atWork] = await imports();
      expect(atWork).toMatchObject({ outcome: "unfinished", problems: [] });
      time.advance(2 * MINUTE_MS - 1);
      // Its files would be refused for what is wrong in them.
      for (const dryRun of [false, true]) {
        const other = await importNight({
          rows: { "stays.csv": ["wrong"] },
          dryRun,
        });
        expect(other.error).toBeInstanceOf(ImportConflict);
        expect(other.report).toMatchObject({
          outcome: "failed",
          problems: [
            { message: expect.stringContaining("Another import is") as string },
          ],
        });
      }
    });
    expect(error).toBeNull();
    expect(await outcomes()).toEqual(["failed", "stored"]);
  });

  test.each([{}, { replace: true }])(
    "one that begins when another has been silent for two minutes takes its place, also with %j",
    async (options) => {
      const { error, report } = await importWith(async () => {
        time.advance(2 * MINUTE_MS);
        const other = await importNight({ rows: FULL_CENSUS, ...options });
        expect(other.error).toBeNull();
      });
      expect(error).toBeInstanceOf(ImportConflict);
      expect(report).toMatchObject({ outcome: "interrupted" });
      const [second, first] = await imports();
      expect([second?.outcome, first?.outcome]).toEqual([
        "stored",
        "interrupted",
      ]);
      expect(first?.problems).toMatchObject([
        {
          message:
            "Another import began, because this one gave no sign of life for two minutes.",
        },
      ]);
      expect((await checkFigures(night.store.db)).places).toEqual([]);
    },
  );

  test("each part is a sign of life, so that a long import keeps its place", async () => {
    const pace = steadyPace(async () => {
      time.advance(MINUTE_MS);
      const [{ endedAt } = { endedAt: "" }] = await imports();
      expect(time.clock().getTime() - Date.parse(endedAt)).toBeLessThan(
        2 * MINUTE_MS,
      );
    });
    expect((await importNight({ pace })).error).toBeNull();
    const [{ startedAt, endedAt } = { startedAt: "", endedAt: "" }] =
      await imports();
    expect(Date.parse(endedAt) - Date.parse(startedAt)).toBeGreaterThan(
      10 * MINUTE_MS,
    );
  });

  test("one that an error ends tells what it was to do and why it ended, and does not stand in the way", async () => {
    const { report, error } = await importWith(() =>
      Promise.reject(new ImportConflict("The disk is gone.")),
    );
    expect(error?.message).toBe("The disk is gone.");
    expect(report).toMatchObject({
      outcome: "interrupted",
      problems: [{ message: "The disk is gone." }],
    });
    expect(report.tables).toContainEqual({
      name: "divisions",
      added: 1,
      changed: 0,
      unchanged: 0,
      removed: 1,
    });
    const events = await night.store.db
      .selectFrom("audit_events")
      .where("action", "=", "import_data")
      .select("details")
      .execute();
    expect(events.map(({ details }) => JSON.parse(details))).toMatchObject([
      { outcome: "interrupted", problems: 1 },
    ]);
    expect((await importNight()).error).toBeNull();
    expect(await outcomes()).toEqual(["stored", "interrupted"]);
  });
});
