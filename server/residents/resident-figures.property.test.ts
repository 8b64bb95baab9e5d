import fc from "fast-check";
import type { Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import type { Viewer } from "~/domain/access/viewer";
import { countedBy } from "~/domain/residents/counted-returns";
import { RETURN_FIGURES } from "~/domain/residents/resident-facts";
import { mergeTransfers } from "~/features/residents/transfers";
import {
  transferFigures,
  type FigureReason,
} from "~/features/residents/transfers";
import { readMetrics } from "~server/measures/metrics";
import type { Question } from "~server/measures/question";
import {
  FACILITY_IDS,
  NPIS,
  randomCensus,
  randomRange,
} from "~server/measures/testing/random-census";
import { withCensus } from "~server/measures/testing/with-census";
import type { Schema } from "~server/store/schema";
import {
  IS_SECOND_RUN,
  openTestStore,
  TEST_DIALECTS,
} from "~server/testing/open-test-store";
import { runs } from "~server/testing/property-runs";
import { readResident } from "./read-resident";
import { openedForAll } from "~server/testing/opened";

type Whose = Pick<Question, "facilityIds" | "npi" | "isnp">;

/** A viewer, and the figures of just what they see. */
interface Asker {
  viewer: Viewer;
  whose: Whose;
}

type Range = Pick<Question, "from" | "to">;

function askerOf({
  who: { accessLevel, ids },
  isnpOnly,
}: {
  who: { accessLevel: Viewer["accessLevel"]; ids: readonly number[] };
  isnpOnly: boolean;
}): Asker {
  return {
    viewer: { accessLevel, accessLevelIds: ids, isnpOnly },
    whose: {
      isnp: isnpOnly,
      facilityIds: accessLevel === "facility" ? [...ids] : "all",
      ...(accessLevel === "physician" && { npi: ids[0]! }),
    },
  };
}

const asker: fc.Arbitrary<Asker> = fc
  .record({
    who: fc.oneof(
      fc.constant({ accessLevel: "company" as const, ids: [0] }),
      fc
        .subarray(FACILITY_IDS)
        .map((ids) => ({ accessLevel: "facility" as const, ids })),
      fc
        .constantFrom(...NPIS)
        .map((npi) => ({ accessLevel: "physician" as const, ids: [npi] })),
    ),
    isnpOnly: fc.boolean(),
  })
  .map(askerOf);

const ALWAYS = { from: 19_900, to: 23_000 };

/** Those who see something of every census, whatever else is tried. */
const EVERY_KIND: [Asker, Range][] = [
  { accessLevel: "company" as const, ids: [0] },
  ...FACILITY_IDS.map((id) => ({
    accessLevel: "facility" as const,
    ids: [id],
  })),
  ...NPIS.map((npi) => ({ accessLevel: "physician" as const, ids: [npi] })),
].map((who) => [askerOf({ who, isnpOnly: false }), ALWAYS]);

const NOTHING = { rth: 0, ed: 0, h_1000: 0, ed_1000: 0, adm_1000: 0 };
type Counts = typeof NOTHING;

describe.each(TEST_DIALECTS)(
  "the figures on residents' pages on %s",
  { timeout: 120_000 },
  (dialect) => {
    const store = openedForAll(() => openTestStore(dialect));

    it("add up to what the measures count, for whoever looks", async () => {
      const seen = { ...NOTHING, elsewhere: 0 };
      await fc.assert(
        fc.asyncProperty(
          randomCensus,
          fc.array(
            fc.tuple(asker, fc.oneof(fc.constant(ALWAYS), randomRange)),
            {
              minLength: 1,
              maxLength: 3,
            },
          ),
          (census, askers) =>
            withCensus(store, census, async (db) => {
              for (const [{ viewer, whose }, range] of [
                ...EVERY_KIND,
                ...askers,
              ]) {
                const counts = { ...NOTHING };
                for (const { id } of census.patients) {
                  seen.elsewhere += await addCounts(
                    counts,
                    db,
                    { viewer, id },
                    range,
                  );
                }
                const metrics = await readMetrics(db, { ...whose, ...range });
                expect(counts).toEqual({
                  rth: metrics?.short_stays.rth.count ?? 0,
                  ed: metrics?.short_stays.ed.count ?? 0,
                  h_1000: metrics?.long_stays.h_1000.count ?? 0,
                  ed_1000: metrics?.long_stays.ed_1000.count ?? 0,
                  adm_1000: metrics?.long_stays.adm_1000.count ?? 0,
                });
                for (const key of Object.keys(counts) as (keyof Counts)[]) {
                  seen[key] += counts[key];
                }
              }
            }),
        ),
        runs(IS_SECOND_RUN ? 12 : 50),
      );
      // Otherwise nothing was proven.
      expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual(
        [],
      );
    });
  },
);

/** Adds what a resident's page says that figures of a range count. Gives how much of it happened elsewhere. */
async function addCounts(
  counts: Counts,
  db: Kysely<Schema>,
  { viewer, id }: { viewer: Viewer; id: number },
  { from, to }: Range,
): Promise<number> {
  const resident = await readResident(db, viewer, id, () => to);
  const { stays } = resident!;
  const transfers = mergeTransfers(resident!.transfers);
  const isIn = (day: number) => day >= from && day <= to;
  for (const transfer of transfers) {
    const dayOf = (reason: FigureReason & { counts: true }) =>
      "admittedOn" in reason ? reason.admittedOn : transfer.day;
    for (const reason of transferFigures(transfer, stays, transfers)) {
      if (reason.counts && isIn(dayOf(reason))) counts[reason.figure] += 1;
    }
  }
  let elsewhere = 0;
  for (const stay of stays.filter(({ admittedOn }) => isIn(admittedOn))) {
    for (const figure of RETURN_FIGURES) {
      const by = countedBy(figure, stay, transfers);
      if (by?.kind !== "elsewhere") continue;
      counts[figure] += 1;
      elsewhere += 1;
    }
  }
  return elsewhere;
}
