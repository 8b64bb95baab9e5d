import fc from "fast-check";
import { expect, it } from "vitest";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import { runs } from "~server/testing/property-runs";
import { PLACES } from "~server/testing/seed-organization";
import { reachOfAll } from "../data-reach";
import type { Census } from "../testing/census";
import { FACILITY_IDS, randomCensus } from "../testing/random-census";
import { describeCensuses } from "../testing/with-census";
import { readPlaceReaches } from "./place-reach";

const REGION_OF = new Map(
  PLACES.facilities.map(({ id, region_id }) => [id, region_id]),
);
const REGION_IDS = PLACES.regions.map(({ id }) => id);

/** The reach of the facilities that have stays, looked at one by one. */
function reachIn({ stays, reach }: Census, facilityIds: readonly number[]) {
  const withStays = facilityIds.filter((id) =>
    stays.some(({ facility_id }) => facility_id === id),
  );
  return reachOfAll(withStays.map((id) => reach[id] ?? null));
}

describeCensuses("the reach of places on %s", (withCensus) => {
  it("is that of their facilities with stays, whether these are even or not", async () => {
    const days = fc.constantFrom(undefined, 20_300, 20_400);
    await fc.assert(
      fc.asyncProperty(
        randomCensus,
        fc.tuple(...FACILITY_IDS.map(() => days)),
        (randomised, reaches) => {
          const reach = Object.fromEntries(
            FACILITY_IDS.map((id, at) => [id, reaches[at]]),
          );
          const census = { ...randomised, reach };
          return withCensus(census, async (db) => {
            const company = await readPlaceReaches(db, "company", [COMPANY_ID]);
            const all = reachIn(census, FACILITY_IDS);
            expect([company.all, company.of(COMPANY_ID)]).toEqual([all, all]);
            const regions = await readPlaceReaches(db, "region", REGION_IDS);
            expect(regions.all).toEqual(all);
            for (const id of REGION_IDS) {
              const there = FACILITY_IDS.filter(
                (facility) => REGION_OF.get(facility) === id,
              );
              expect(regions.of(id)).toEqual(reachIn(census, there));
            }
          });
        },
      ),
      runs(20),
    );
  });
});
