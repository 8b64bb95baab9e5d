import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeFigures } from "~server/measures/change-figures";
import { checkFigures } from "~server/measures/check/check-figures";
import { randomCensus } from "~server/measures/testing/random-census";
import {
  randomChange,
  storeWorld,
  worldOf,
} from "~server/measures/testing/random-changes";
import { withCensus } from "~server/measures/testing/with-census";
import { IS_SECOND_RUN, openTestStore } from "~server/testing/open-test-store";
import { FUZZ_TIMEOUT_MS, runs } from "~server/testing/property-runs";
import { openedForAll } from "~server/testing/opened";

/**
 * Of some hundred changes each. The long run, which takes four times as many series on SQLite, makes more than 10,000. On
 * PostgreSQL, where each takes eight times as long, it makes some hundred.
 */
const SERIES = IS_SECOND_RUN ? 6 : 30;
const MOST_CHANGES = 200;
/** A figure that is wrong once stays wrong, or until its patients change again. */
const CHECKED_EACH = 5;

/** Without a patient there is nothing to change. */
const someCensus = randomCensus.filter(({ patients }) => patients.length > 0);

describe("figures", () => {
  const store = openedForAll(() => openTestStore());

  it(
    "agree with the stays through long series of changes",
    async () => {
      let changes = 0;
      await fc.assert(
        fc.asyncProperty(
          someCensus,
          fc.array(randomChange, {
            minLength: 1,
            maxLength: MOST_CHANGES,
            size: "max",
          }),
          (census, series) =>
            withCensus(store, census, async (db) => {
              let world = worldOf(census);
              for (const [at, change] of series.entries()) {
                const { world: after, patientIds } = change(world);
                await changeFigures(db, patientIds, () =>
                  storeWorld(db, after, patientIds),
                );
                world = after;
                changes += 1;
                const isLast = at === series.length - 1;
                if (at % CHECKED_EACH > 0 && !isLast) continue;
                expect((await checkFigures(db)).places).toEqual([]);
              }
            }),
        ),
        runs(SERIES),
      );
      const { numRuns } = runs(SERIES);
      expect(changes).toBeGreaterThan((numRuns * MOST_CHANGES) / 4);
    },
    4 * FUZZ_TIMEOUT_MS,
  );
});
