import fc from "fast-check";
import type { Kysely } from "kysely";
import { expect, it } from "vitest";
import { raiseVersion, readDataState } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import { IS_SECOND_RUN } from "~server/testing/open-test-store";
import { PLACES } from "~server/testing/seed-organization";
import { runs } from "~server/testing/property-runs";
import { changeFigures } from "./change-figures";
import { readLocationRows } from "./location-rows";
import { readMedicalStaffRows } from "./medical-staff-rows";
import { readMetricRows } from "./metric-rows";
import { readComparison, readMetrics } from "./metrics";
import { readPatientRows } from "./patient-rows";
import { firstDayBefore } from "./period-before";
import { readCensusRows } from "./census/census-facilities";
import { isoDayOf } from "~/domain/calendar";
import {
  concernFacilities,
  readCensusVersions,
  readStateFor,
  versionKey,
} from "./place-versions";
import type { Question } from "./question";
import { createSignalMemory, type SignalMemory } from "./signals/signal-cells";
import { readSignals } from "./signals/signal-rows";
import { openFigures } from "./stay-figures";
import {
  FACILITY_IDS,
  randomCensus,
  randomPlace,
  randomQuestion,
  randomRange,
} from "./testing/random-census";
import {
  randomChange,
  storeWorld,
  worldOf,
  type Change,
  type Changed,
  type World,
} from "./testing/random-changes";
import type { Census } from "./testing/census";
import { describeCensuses } from "./testing/with-census";

const QUESTIONS = 6;
const MOST_CHANGES = 15;

/** What the API remembers of a question. */
type Reading = (db: Kysely<Schema>, question: Question) => Promise<unknown>;

const READINGS: Record<string, Reading> = {
  metrics: readMetrics,
  "the period before": async (db, question) =>
    readComparison(
      db,
      question,
      await openFigures(db, question, firstDayBefore(question)),
    ),
  patients: readPatientRows,
  staff: (db, question) =>
    readMedicalStaffRows(db, question, question.facilityIds),
  "child places": (db, question) =>
    readLocationRows(db, question.place?.level ?? "company", question),
  "rows of returns": (db, question) =>
    readMetricRows(db, {
      tag: "rth",
      question,
      facilityIds: FACILITY_IDS,
      start: { facility: 0, after: null },
    }),
};

/** A place has the facilities that lie in it by now. */
function placed(question: Question, { regionOf }: World): Question {
  const { place } = question;
  if (!place) return question;
  const facilityIds = FACILITY_IDS.filter((id) => {
    const region = PLACES.regions.find((one) => one.id === regionOf[id]);
    return (
      place.id === (place.level === "region" ? region?.id : region?.division_id)
    );
  });
  return { ...question, facilityIds };
}

const randomToday = randomRange.map(({ to }) => to);

describeCensuses("answers on %s", (withCensus) => {
  it("under an unchanged version are those that would be given again, after any changes", async () => {
    let held = 0;
    await fc.assert(
      fc.asyncProperty(
        randomCensus,
        fc.array(randomQuestion, { minLength: 1, maxLength: QUESTIONS }),
        fc.constantFrom(...Object.values(READINGS)),
        fc.array(randomChange, { minLength: 1, maxLength: MOST_CHANGES }),
        (census, questions, reading, changes) =>
          withCensus(census, async (db) => {
            const remembered = new Map<string, unknown>();
            await makeAll(db, census, changes, async (world) => {
              for (const [at, asked] of questions.entries()) {
                const question = placed(asked, world);
                const version = versionKey(await readStateFor(db, question));
                const key = `${at} ${version}`;
                const answer = await reading(db, question);
                if (remembered.has(key)) {
                  held += 1;
                  expect(answer).toEqual(remembered.get(key));
                }
                remembered.set(key, answer);
              }
            });
          }),
      ),
      runs(IS_SECOND_RUN ? 6 : 20),
    );
    expect(held).toBeGreaterThan(IS_SECOND_RUN ? 20 : 50);
  });

  it("on the census of a facility, too, are those that would be given again under an unchanged version", async () => {
    let held = 0;
    await fc.assert(
      fc.asyncProperty(
        randomCensus,
        fc.boolean(),
        randomToday,
        fc.array(randomChange, { minLength: 1, maxLength: MOST_CHANGES }),
        (census, isnp, today, changes) =>
          withCensus(census, async (db) => {
            const question = { facilityIds: FACILITY_IDS, isnp, today };
            const remembered = new Map<string, unknown>();
            await makeAll(db, census, changes, async () => {
              const { wideVersion } = await readDataState(db);
              const versions = await readCensusVersions(db, FACILITY_IDS);
              for (const row of await readCensusRows(db, question)) {
                const { facility_id: id } = row;
                const key = `${id} ${wideVersion} ${versions.get(id)}`;
                if (remembered.has(key)) {
                  held += 1;
                  expect(row).toEqual(remembered.get(key));
                }
                remembered.set(key, row);
              }
            });
          }),
      ),
      runs(IS_SECOND_RUN ? 20 : 60),
    );
    expect(held).toBeGreaterThan(50);
  });
});

describeCensuses("signals on %s", (withCensus) => {
  it("of places that are remembered are those that would be judged again, after any changes", async () => {
    let held = 0;
    await fc.assert(
      fc.asyncProperty(
        randomCensus,
        randomPlace.filter(isWhole),
        fc.boolean(),
        fc.integer({ min: 20_100, max: 20_500 }),
        fc.array(randomChange, { minLength: 1, maxLength: MOST_CHANGES }),
        (census, place, isnp, to, changes) =>
          withCensus(census, async (db) => {
            const question = { ...place, isnp, from: to - 500, to };
            const memory = createSignalMemory();
            await makeAll(db, census, changes, async () => {
              const before = memory.size;
              const read = await signalsOf(db, question, memory);
              expect(read).toEqual(
                await signalsOf(db, question, createSignalMemory()),
              );
              held += (read?.rows.length ?? 0) - (memory.size - before);
            });
          }),
      ),
      runs(IS_SECOND_RUN ? 10 : 40),
    );
    expect(held).toBeGreaterThan(IS_SECOND_RUN ? 3 : 20);
  });
});

function isWhole({
  place,
  facilityIds,
}: Pick<Question, "place" | "facilityIds">) {
  return place !== undefined || facilityIds === "all";
}

/** The signals of the place that a question is about, or of the company. */
async function signalsOf(
  db: Kysely<Schema>,
  question: Question,
  memory: SignalMemory,
) {
  const { place } = question;
  const level = place?.level ?? "company";
  return readSignals({
    ...{ db, primary: db, level, parent: level, question, memory },
    id: place?.id ?? 0,
    figures: await openFigures(db, question),
    endDate: isoDayOf(question.to),
    silent: new Map(),
  });
}

/** Makes changes one after the other, and examines the world before the first, and after each. */
async function makeAll(
  db: Kysely<Schema>,
  census: Census,
  changes: readonly Change[],
  examine: (world: World) => Promise<void>,
): Promise<void> {
  let world = worldOf(census);
  await examine(world);
  for (const change of changes) {
    const changed = change(world);
    await make(db, world, changed);
    ({ world } = changed);
    await examine(world);
  }
}

/** Makes a change as an import does. */
async function make(
  db: Kysely<Schema>,
  before: World,
  { world: after, patientIds }: Changed,
): Promise<void> {
  const differs = <Value>(values: (world: World) => Record<number, Value>) =>
    FACILITY_IDS.filter((id) => values(before)[id] !== values(after)[id]);
  const moved = differs(({ regionOf }) => regionOf);
  await raiseVersion(db, moved.length > 0 ? "all" : "named");
  await changeFigures(db, patientIds, () => storeWorld(db, after, patientIds));
  const reached = differs(({ census }) => census.reach);
  await concernFacilities(db, reached);
}
