import fc from "fast-check";
import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { PLACES } from "~server/testing/seed-organization";
import type { Schema } from "~server/store/schema";
import {
  insertRows,
  stayRow,
  transferRow,
  type Census,
  type PlainStay,
  type PlainTransfer,
} from "./census";
import { FACILITY_IDS, NPIS } from "./random-census";

/** A census, and in which region each facility lies. */
export interface World {
  census: Census;
  regionOf: Record<number, number>;
}

/** The patients of a change, and the world after it. */
export interface Changed {
  world: World;
  patientIds: number[];
}

/** The world that a census is at first in. */
export function worldOf(census: Census): World {
  return {
    census,
    regionOf: Object.fromEntries(
      PLACES.facilities.map(({ id, region_id }) => [id, region_id]),
    ),
  };
}

/** Brings places, scores and the rows of some patients to what they are in a world. */
export async function storeWorld(
  db: Kysely<Schema>,
  { census, regionOf }: World,
  patientIds: readonly number[],
): Promise<void> {
  for (const id of FACILITY_IDS) {
    const data_through = census.reach[id] ?? null;
    const region_id = regionOf[id] ?? 0;
    await db
      .updateTable("facilities")
      .set({ data_through, region_id })
      .where("id", "=", id)
      .execute();
  }
  for (const { id, frailty_score } of census.patients) {
    await db
      .updateTable("patients")
      .set({ frailty_score })
      .where("id", "=", id)
      .execute();
  }
  const isTheirs = ({ patient_id }: { patient_id: number }) =>
    patientIds.includes(patient_id);
  if (patientIds.length === 0) return;
  for (const table of ["transfers", "stays"] as const) {
    await db.deleteFrom(table).where("patient_id", "in", patientIds).execute();
  }
  await insertRows(db, "stays", census.stays.filter(isTheirs).map(stayRow));
  await insertRows(
    db,
    "transfers",
    census.transfers.filter(isTheirs).map(transferRow),
  );
}

/** One change of a census, as an import or a feed brings it. */
export type Change = (world: World) => Changed;

const days = fc.integer({ min: 19_960, max: 20_500 });
const flag = fc.constantFrom<(0 | 1)[]>(0, 1);
const pick = fc.nat();

const stayShape = fc.record({
  facility_id: fc.constantFrom(...FACILITY_IDS),
  npi: fc.constantFrom(null, ...NPIS),
  admitted_on: days,
  length: fc.option(
    fc.oneof(
      fc.constantFrom(0, 1, 30, 99, 100, 101),
      fc.integer({ min: 0, max: 250 }),
    ),
    { freq: 4 },
  ),
  admitted_from: fc.constantFrom<PlainStay["admitted_from"][]>(
    "hospital",
    "community",
  ),
  isnp: flag,
  admitted_minute: fc.constantFrom(null, 600),
});

const transferShape = fc.record({
  facility_id: fc.constantFrom(...FACILITY_IDS),
  transferred_on: days,
  outcome: fc.constantFrom<PlainTransfer["outcome"][]>(
    "inpatient",
    "observation",
    "ed_only",
  ),
  planned: flag,
  minute_of_day: fc.constantFrom(null, 180, 1_080),
});

/** Changes of every kind; each picks what it changes among what is there. */
export const randomChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(pick, stayShape).map(storeStay) },
  { weight: 2, arbitrary: fc.tuple(pick, stayShape).map(correctStay) },
  { weight: 1, arbitrary: pick.map(deleteStay) },
  { weight: 3, arbitrary: fc.tuple(pick, transferShape).map(storeTransfer) },
  { weight: 1, arbitrary: pick.map(deleteTransfer) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(pick, fc.constantFrom(null, -1, 0, 3, 6))
      .map(scorePatient),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(pick, fc.option(days, { freq: 6 })).map(moveReach),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(pick, fc.constantFrom(...PLACES.regions))
      .map(moveFacility),
  },
);

type Stay = ReturnType<typeof stayOf>;

function stayOf({
  length,
  ...stay
}: typeof stayShape extends fc.Arbitrary<infer Shape> ? Shape : never) {
  return {
    ...stay,
    discharged_on: length === null ? null : stay.admitted_on + length,
  };
}

function storeStay([at, shape]: [
  number,
  Parameters<typeof stayOf>[0],
]): Change {
  return (world) => {
    const patient = among(world.census.patients, at);
    if (!patient) return unchanged(world);
    const stay = { ...stayOf(shape), patient_id: patient.id };
    return withStays(
      world,
      [...world.census.stays, numbered(world, stay)],
      [patient.id],
    );
  };
}

function numbered(
  { census }: World,
  stay: Stay & { patient_id: number },
): PlainStay {
  return { ...stay, id: 1 + Math.max(0, ...census.stays.map(({ id }) => id)) };
}

function correctStay([at, shape]: [
  number,
  Parameters<typeof stayOf>[0],
]): Change {
  return (world) => {
    const old = among(world.census.stays, at);
    if (!old) return unchanged(world);
    const stays = world.census.stays.map((stay) =>
      stay === old ? { ...old, ...stayOf(shape) } : stay,
    );
    return withStays(world, stays, [old.patient_id]);
  };
}

function deleteStay(at: number): Change {
  return (world) => {
    const old = among(world.census.stays, at);
    if (!old) return unchanged(world);
    return withStays(
      world,
      world.census.stays.filter((stay) => stay !== old),
      [old.patient_id],
    );
  };
}

function storeTransfer([at, shape]: [
  number,
  Omit<PlainTransfer, "id" | "patient_id">,
]): Change {
  return (world) => {
    const patient = among(world.census.patients, at);
    if (!patient) return unchanged(world);
    const { transfers } = world.census;
    const id = 1 + Math.max(0, ...transfers.map((transfer) => transfer.id));
    const transfer = { ...shape, id, patient_id: patient.id };
    return withCensus(world, { transfers: [...transfers, transfer] }, [
      patient.id,
    ]);
  };
}

function deleteTransfer(at: number): Change {
  return (world) => {
    const old = among(world.census.transfers, at);
    if (!old) return unchanged(world);
    const transfers = world.census.transfers.filter((one) => one !== old);
    return withCensus(world, { transfers }, [old.patient_id]);
  };
}

function scorePatient([at, frailty_score]: [number, number | null]): Change {
  return (world) => {
    const old = among(world.census.patients, at);
    if (!old) return unchanged(world);
    const patients = world.census.patients.map((one) =>
      one === old ? { ...old, frailty_score } : one,
    );
    return withCensus(world, { patients }, [old.id]);
  };
}

function moveReach([at, reach]: [number, EpochDay | null]): Change {
  return (world) => {
    const facility = among(FACILITY_IDS, at) ?? 0;
    const { transfers } = world.census;
    // Those whose returns the reach decides; stored totals know no reach.
    const patientIds = transfers
      .filter(({ facility_id }) => facility_id === facility)
      .map(({ patient_id }) => patient_id);
    return withCensus(
      world,
      { reach: { ...world.census.reach, [facility]: reach ?? undefined } },
      patientIds,
    );
  };
}

function moveFacility([at, region]: [
  number,
  (typeof PLACES.regions)[number],
]): Change {
  return (world) => {
    const facility = among(FACILITY_IDS, at) ?? 0;
    const patientIds = world.census.stays
      .filter(({ facility_id }) => facility_id === facility)
      .map(({ patient_id }) => patient_id);
    const regionOf = { ...world.regionOf, [facility]: region.id };
    return { world: { ...world, regionOf }, patientIds };
  };
}

function withStays(
  world: World,
  stays: PlainStay[],
  patientIds: number[],
): Changed {
  return withCensus(world, { stays }, patientIds);
}

function withCensus(
  world: World,
  changed: Partial<Census>,
  patientIds: number[],
): Changed {
  return {
    world: { ...world, census: { ...world.census, ...changed } },
    patientIds,
  };
}

function unchanged(world: World): Changed {
  return { world, patientIds: [] };
}

function among<Thing>(things: readonly Thing[], at: number): Thing | undefined {
  return things[at % Math.max(1, things.length)];
}
