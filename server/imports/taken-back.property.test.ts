import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { rebuildFigures } from "~server/measures/rebuild";
import {
  censusByRows,
  censusStored,
} from "~server/measures/testing/census-by-rows";
import type { Store } from "~server/store/open-store";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { FUZZ_TIMEOUT_MS, runs } from "~server/testing/property-runs";
import {
  ALLOW_ALL,
  contentOf,
  importRows,
  REPLACE_ALL,
  SMALL_CENSUS,
  type CensusRows,
} from "./testing/census-files";

const FIRST_DAY = epochDayOf("2024-06-01");
const LAST_DAY = epochDayOf("2026-06-30");
/** What the census of the facilities counts in doubt. */
const ASKED = { facilityIds: [100, 200], isnp: false, today: LAST_DAY };
const PATIENTS = [1001, 1002, 1003, 1004];

const index = fc.nat({ max: 30 });

/** Stays follow each other in a facility whoever they are of, so that no merge makes two overlap. */
const census = fc.record({
  stays: fc.array(
    fc.record({
      patient: index,
      facility: fc.constantFrom(100, 200),
      gap: fc.constantFrom(0, 0, 1, 30, 31, 100),
      length: fc.constantFrom(0, 1, 30, 99, 100, 101, 250),
      from: fc.constantFrom("hospital", "hospital", "community"),
      isnp: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  /** Of a stay's patient or of another, some days after that stay's admission. */
  transfers: fc.array(
    fc.record({
      stay: index,
      patient: fc.option(index),
      after: fc.constantFrom(0, 1, 30, 31, 100, 101),
      outcome: fc.constantFrom("inpatient", "observation", "ed_only"),
      planned: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  notes: fc.array(index, { maxLength: 2 }),
});

/** What a night's folder does: rows that go, rows that come again, and merges that come or go. */
const night = fc.record({
  deleted: fc.array(fc.tuple(index, fc.constantFrom(0, 1, 2)), {
    maxLength: 3,
  }),
  again: fc.array(index, { maxLength: 2 }),
  merges: fc.array(fc.tuple(index, fc.option(index, { freq: 2 })), {
    maxLength: 2,
  }),
});

const FOLLOWERS = ["stays.csv", "transfers.csv", "notes.csv"] as const;
type Follower = (typeof FOLLOWERS)[number];

/** A row as its file has it: its id, its patient, and the cells behind. */
type Row = [id: number, patient: number, rest: string];

interface Model {
  rows: Record<Follower, Map<number, Row>>;
  merges: Map<number, number>;
}

function pick(of: number): number {
  return PATIENTS[of % PATIENTS.length] ?? 0;
}

function rowsOf(
  given: typeof census extends fc.Arbitrary<infer T> ? T : never,
) {
  const free = new Map<number, number>();
  const stays = given.stays.flatMap((stay, at) => {
    const admitted = (free.get(stay.facility) ?? FIRST_DAY) + stay.gap;
    const end = admitted + stay.length;
    free.set(stay.facility, end);
    if (admitted > LAST_DAY) return [];
    const days = `${isoDayOf(admitted)},${end > LAST_DAY ? "" : isoDayOf(end)}`;
    const rest = `${stay.facility},,${days},${stay.from},${stay.isnp}`;
    return [{ id: at + 1, patient: pick(stay.patient), admitted, rest, stay }];
  });
  const transfers = given.transfers.flatMap((transfer, at): Row[] => {
    const of = stays[transfer.stay % stays.length];
    const day = of ? of.admitted + transfer.after : Infinity;
    if (!of || day > LAST_DAY) return [];
    const patient =
      transfer.patient === null ? of.patient : pick(transfer.patient);
    const rest = `${of.stay.facility},${isoDayOf(day)},${transfer.outcome},${transfer.planned}`;
    return [[at + 1, patient, rest]];
  });
  const notes = given.notes.map((patient, at): Row => [
    at + 1,
    pick(patient),
    "100,,2026-05-01T20:00:00Z,Note,text,,true",
  ]);
  const byId = (rows: Row[]) => new Map(rows.map((row) => [row[0], row]));
  return {
    "stays.csv": byId(
      stays.map(({ id, patient, rest }): Row => [id, patient, rest]),
    ),
    "transfers.csv": byId(transfers),
    "notes.csv": byId(notes),
  };
}

/** The patient that another leads to; null in a circle. */
function endOf(
  patient: number,
  merges: Model["merges"],
  steps = 0,
): number | null {
  const into = merges.get(patient);
  if (into === undefined) return patient;
  return steps > PATIENTS.length ? null : endOf(into, merges, steps + 1);
}

/** Carries out a night in the model, and writes its folder. */
function applyNight(
  model: Model,
  all: Model["rows"],
  given: typeof night extends fc.Arbitrary<infer T> ? T : never,
): CensusRows {
  const folder: Record<string, string[]> = {
    "deletions.csv": [],
    "merges.csv": [],
  };
  for (const [at, kind] of given.deleted) {
    const file = FOLLOWERS[kind] ?? "stays.csv";
    const id = (at % Math.max(1, all[file].size)) + 1;
    model.rows[file].delete(id);
    folder["deletions.csv"]?.push(`${file.replace(".csv", "")},${id}`);
  }
  folder["stays.csv"] = [...new Set(given.again)].flatMap((at) => {
    const row = all["stays.csv"].get(at + 1);
    if (!row || folder["deletions.csv"]?.includes(`stays,${row[0]}`)) return [];
    model.rows["stays.csv"].set(row[0], row);
    return [row.join()];
  });
  const named = new Set<number>();
  for (const [from, into] of given.merges) {
    const id = pick(from);
    if (named.has(id)) continue;
    const merges = new Map(model.merges);
    if (into === null || pick(into) === id) merges.delete(id);
    else merges.set(id, pick(into));
    if (PATIENTS.some((patient) => endOf(patient, merges) === null)) continue;
    named.add(id);
    model.merges = merges;
    folder["merges.csv"]?.push(`${id},${into === null ? "" : pick(into)}`);
  }
  return folder;
}

const PLACES_AND_PEOPLE: CensusRows = {
  "divisions.csv": SMALL_CENSUS["divisions.csv"],
  "regions.csv": SMALL_CENSUS["regions.csv"],
  "facilities.csv": SMALL_CENSUS["facilities.csv"],
  "patients.csv": PATIENTS.map((id) => `${id},,,,3`),
};

function censusOf(
  rows: Model["rows"],
  whose: (patient: number) => number = (patient) => patient,
): CensusRows {
  return {
    ...PLACES_AND_PEOPLE,
    ...Object.fromEntries(
      FOLLOWERS.map((file) => [
        file,
        [...rows[file].values()].map(([id, patient, rest]) =>
          [id, whose(patient), rest].join(),
        ),
      ]),
    ),
  };
}

describe.each(TEST_DIALECTS)("on %s", (dialect) => {
  let store: Store;
  let other: Store;
  beforeAll(async () => {
    store = await openTestStore(dialect);
    other = await openTestStore(dialect);
  });
  afterAll(async () => {
    await store.close();
    await other.close();
  });

  async function contentOfStore(of: Store) {
    const { state: _state, ...content } = await contentOf(of);
    return content;
  }

  async function begin(of: Store, rows: CensusRows): Promise<void> {
    const unmerged = { ...rows, "merges.csv": PATIENTS.map((id) => `${id},`) };
    const result = await importRows(of, unmerged, REPLACE_ALL);
    expect(result.problems.lines()).toEqual([]);
  }

  test(
    "rows taken back and patients merged leave what a fresh import of the resulting rows makes",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          census,
          fc.array(night, { minLength: 1, maxLength: 4 }),
          async (given, nights) => {
            const all = rowsOf(given);
            const model: Model = { rows: rowsOf(given), merges: new Map() };
            await begin(store, censusOf(all));
            for (const each of nights) {
              const folder = applyNight(model, all, each);
              const result = await importRows(store, folder, ALLOW_ALL);
              expect(result.problems.lines()).toEqual([]);
              const again = await importRows(store, folder, ALLOW_ALL);
              expect(again.outcome).toBe("unchanged");
            }
            const content = await contentOfStore(store);
            expect(await censusStored(store.db, ASKED)).toMatchObject(
              await censusByRows(store.db, ASKED),
            );

            const whose = (patient: number) =>
              endOf(patient, model.merges) ?? 0;
            await begin(other, censusOf(model.rows, whose));
            const plain = await contentOfStore(other);
            const unrecorded = <Of extends object>(rows: readonly Of[]) =>
              rows.map((row) => ({ ...row, recorded_patient_id: null }));
            expect({
              ...content,
              merges: [],
              stays: unrecorded(content.stays),
              transfers: unrecorded(content.transfers),
              notes: unrecorded(content.notes),
            }).toEqual(plain);

            await begin(other, censusOf(model.rows));
            await importRows(other, {
              "merges.csv": [...model.merges].map((merge) => merge.join()),
            });
            expect(content).toEqual(await contentOfStore(other));

            await rebuildFigures(store.db);
            expect(content).toEqual(await contentOfStore(store));
          },
        ),
        runs(10),
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
