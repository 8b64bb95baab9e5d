import fc from "fast-check";
import type { Kysely } from "kysely";
import { expect, it } from "vitest";
import type { Schema } from "~server/store/schema";
import { runs } from "~server/testing/property-runs";
import { PLACES } from "~server/testing/seed-organization";
import { changeFigures } from "./change-figures";
import { CHILD_PLACES } from "./child-places";
import { readLocationRows } from "./location-rows";
import type { Question } from "./question";
import { rebuildFigures } from "./rebuild";
import { openFigures, patientsOf, readTotals } from "./stay-figures";
import { figuresDayByDay, latestReach } from "./testing/day-by-day";
import {
  FACILITY_IDS,
  randomCensus,
  randomRange,
} from "./testing/random-census";
import {
  randomChange,
  storeWorld,
  worldOf,
  type World,
} from "./testing/random-changes";
import { readAllTotals } from "./testing/read-totals";
import { describeCensuses } from "./testing/with-census";

const CHANGES = 12;
const PLACES_ASKED = [
  { level: "company" as const, id: 0 },
  ...PLACES.divisions.map(({ id }) => ({ level: "division" as const, id })),
  ...PLACES.regions.map(({ id }) => ({ level: "region" as const, id })),
  ...FACILITY_IDS.map((id) => ({ level: "facility" as const, id })),
];

type PlaceAsked = (typeof PLACES_ASKED)[number];

describeCensuses("figures on %s", (withCensus) => {
  it("that are changed again and again are those of a day-by-day calculation, and those of a rebuild", async () => {
    await fc.assert(
      fc.asyncProperty(
        randomCensus,
        fc.array(
          fc.record({
            change: randomChange,
            asked: fc.constantFrom(...PLACES_ASKED),
            range: randomRange,
            isnp: fc.boolean(),
          }),
          { minLength: 1, maxLength: CHANGES },
        ),
        (census, steps) =>
          withCensus(census, async (db) => {
            let world = worldOf(census);
            for (const { change, asked, range, isnp } of steps) {
              const { world: after, patientIds } = change(world);
              await changeFigures(db, patientIds, () =>
                storeWorld(db, after, patientIds),
              );
              world = after;
              const question = questionOf(world, asked, { ...range, isnp });
              await expectFigures(db, world, asked, question);
            }
            const changed = await readAllTotals(db);
            await rebuildFigures(db);
            expect(changed).toEqual(await readAllTotals(db));
          }),
      ),
      runs(15),
    );
  });
});

async function expectFigures(
  db: Kysely<Schema>,
  { census, regionOf }: World,
  { level }: PlaceAsked,
  question: Question,
): Promise<void> {
  const expected = figuresDayByDay(census, question);
  expect(await readTotals(db, question)).toEqual(expected.totals);
  const figures = await openFigures(db, question);
  const {
    people: [people],
  } = await figures.over({ people: [question] });
  expect(people && patientsOf(people)).toBe(expected.patients.size);
  if (level === "facility") return;
  const child = CHILD_PLACES[level].child;
  for (const row of await readLocationRows(db, level, question)) {
    const facilityIds = facilitiesIn(regionOf, { level: child, id: row.id });
    const reach = latestReach(census, { ...question, facilityIds });
    if (reach !== null && reach < question.from) {
      expect(row).toMatchObject({ patient_count: null, settled_adm: null });
      continue;
    }
    const there = figuresDayByDay(census, { ...question, facilityIds });
    there.physicians.delete(0);
    expect(row).toMatchObject({
      physician_count: there.physicians.size,
      patient_count: there.patients.size,
      long_stay_patient_count: there.longStayPatients.size,
      admit_from_hospital_count: there.totals.ach_adm,
      settled_adm: there.totals.settled_adm,
    });
  }
}

function questionOf(
  { regionOf }: World,
  asked: PlaceAsked,
  rest: Pick<Question, "isnp" | "from" | "to">,
): Question {
  const { level, id } = asked;
  if (level === "company") return { ...rest, facilityIds: "all" };
  const facilityIds = facilitiesIn(regionOf, asked);
  return level === "facility"
    ? { ...rest, facilityIds }
    : { ...rest, facilityIds, place: { level, id } };
}

function facilitiesIn(
  regionOf: World["regionOf"],
  { level, id }: PlaceAsked,
): number[] {
  const divisionOf = new Map(
    PLACES.regions.map((region) => [region.id, region.division_id]),
  );
  return FACILITY_IDS.filter((facility) => {
    const region = regionOf[facility] ?? 0;
    if (level === "division") return divisionOf.get(region) === id;
    return (level === "region" ? region : facility) === id;
  });
}
