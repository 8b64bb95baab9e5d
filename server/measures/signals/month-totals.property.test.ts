import fc from "fast-check";
import { expect, it } from "vitest";
import { isoDayOf } from "~/domain/calendar";
import { runs } from "~server/testing/property-runs";
import { PLACES } from "~server/testing/seed-organization";
import { shownMonths } from "../graph-months";
import type { Question } from "../question";
import { openFigures } from "../stay-figures";
import { FACILITY_IDS, randomCensus } from "../testing/random-census";
import { describeCensuses } from "../testing/with-census";
import {
  monthTotalsOf,
  monthTotalsOfPhysicians,
  monthTotalsOfPlaces,
} from "./signal-cells";

const facilitiesOf = (regionId: number) =>
  PLACES.facilities
    .filter(({ region_id }) => region_id === regionId)
    .map(({ id }) => id);

/** Around the random stays, and long after them. */
const someDay = fc.integer({ min: 19_900, max: 21_200 });

describeCensuses("on %s, the months that are read at once", (withCensus) => {
  it("are those of each child by itself", async () => {
    await fc.assert(
      fc.asyncProperty(
        randomCensus,
        fc.boolean(),
        someDay,
        someDay,
        (census, isnp, end, to) =>
          withCensus(census, async (db) => {
            const asked = { months: shownMonths(isoDayOf(end)), to };
            const itself = async (filter: Partial<Question>) => {
              const all = { facilityIds: "all" as const, isnp, ...filter };
              return monthTotalsOf(await openFigures(db, all), asked);
            };
            const days = { isnp, from: to - 1_000, to };
            const all = { ...days, facilityIds: "all" as const };
            const divisions = PLACES.divisions.map(({ id }) => id);
            expect(
              await monthTotalsOfPlaces(db, "company", all, divisions, asked),
            ).toEqual(
              await Promise.all(
                divisions.map((id) => {
                  const regions = PLACES.regions.filter(
                    ({ division_id }) => division_id === id,
                  );
                  const facilityIds = regions.flatMap((region) =>
                    facilitiesOf(region.id),
                  );
                  return itself({
                    facilityIds,
                    place: { level: "division", id },
                  });
                }),
              ),
            );
            for (const { id } of PLACES.regions) {
              const facilityIds = facilitiesOf(id);
              const place = { level: "region" as const, id };
              const question = { ...days, facilityIds, place };
              expect(
                await monthTotalsOfPlaces(
                  db,
                  "region",
                  question,
                  facilityIds,
                  asked,
                ),
              ).toEqual(
                await Promise.all(
                  facilityIds.map((one) => itself({ facilityIds: [one] })),
                ),
              );
            }
            for (const id of FACILITY_IDS) {
              const question = { ...days, facilityIds: [id] };
              const found = await monthTotalsOfPhysicians(db, question, asked);
              for (const [npi, months] of found) {
                const own = { facilityIds: [id], npi: npi || null };
                expect(months).toEqual(await itself(own));
              }
            }
          }),
      ),
      runs(20),
    );
  });
});
