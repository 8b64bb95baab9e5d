import fc from "fast-check";
import { expect, it } from "vitest";
import { FUZZ_TIMEOUT_MS, runs } from "~server/testing/property-runs";
import { changeFigures } from "../change-figures";
import { censusByRows, censusStored } from "../testing/census-by-rows";
import { FACILITY_IDS, randomCensus } from "../testing/random-census";
import { randomChange, storeWorld, worldOf } from "../testing/random-changes";
import { describeCensuses } from "../testing/with-census";
import { readFindings } from "./census-findings";
import { STAY_KINDS, TRANSFER_KINDS, type StayKind } from "./judged-stays";

const KINDS = [
  ...(Object.keys(STAY_KINDS) as StayKind[]),
  ...(Object.keys(TRANSFER_KINDS) as (keyof typeof TRANSFER_KINDS)[]),
];

/** Longer than any list. */
const ALL = { limit: 10_000, offset: 0 };

describeCensuses("the findings of a census on %s", (withCensus) => {
  it(
    "that is changed again and again are those of its rows, and each count is that of its list",
    async () => {
      const found = new Set<string>();
      await fc.assert(
        fc.asyncProperty(
          randomCensus,
          fc.array(
            fc.record({
              change: randomChange,
              today: fc.integer({ min: 20_000, max: 20_600 }),
              isnp: fc.boolean(),
            }),
            { minLength: 1, maxLength: 8 },
          ),
          (census, steps) =>
            withCensus(census, async (db) => {
              // Two residents of three share their number with others.
              const ids = census.patients.map(({ id }) => id);
              await changeFigures(db, ids, async () => {
                await db
                  .updateTable("patients")
                  .set(({ eb }) => ({ mrn: eb.cast(eb("id", "%", 3), "text") }))
                  .where(({ eb }) => eb(eb("id", "%", 3), "<>", 2))
                  .execute();
              });
              let world = worldOf(census);
              for (const { change, today, isnp } of steps) {
                const { world: after, patientIds } = change(world);
                await changeFigures(db, patientIds, () =>
                  storeWorld(db, after, patientIds),
                );
                world = after;
                const question = { facilityIds: FACILITY_IDS, isnp, today };
                const rows = await censusStored(db, question);
                expect(rows).toMatchObject(await censusByRows(db, question));
                for (const row of rows) {
                  const there = { ...question, facilityIds: [row.facility_id] };
                  for (const kind of KINDS) {
                    const list = await readFindings(db, kind, there, ALL);
                    expect([kind, list.length]).toEqual([kind, row[kind]]);
                    if (list.length > 0) found.add(kind);
                  }
                }
              }
            }),
        ),
        runs(20),
      );
      // No census of these has an assumed outcome.
      expect([...found].sort()).toEqual(
        KINDS.filter((kind) => kind !== "assumed_outcome").sort(),
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
