import fc from "fast-check";
import type { Kysely } from "kysely";
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

export interface World {
  census: Census;
  regionOf: Record<number, number>;
}

export interface Changed {
  world: World;
  patientIds: number[];
}

export function worldOf(census: Census): World {
  return {
    census,
    regionOf: Object.fromEntries(
      PLACES.facilities.map(({ id, region_id }) => [id, region_id]),
    ),
  };
}

/** Writes a world's places, scores and rows of some patients. */
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

/** A change as an import or a feed makes it. */
export type Change = (world: World) => Changed;

const days = fc.integer({ min: 19_960, max: 20_500 });
const flag = fc.constantFrom<(0 | 1)[]>(0, 1);

const stayShape = fc
  .record({
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
  })
  .map(({ length, ...stay }) => ({
    ...stay,
    discharged_on: length === null ? null : stay.admitted_on + length,
  }));

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

function changeOf<Thing, Shape>(
  weight: number,
  thingsIn: (world: World) => readonly Thing[],
  shapes: fc.Arbitrary<Shape>,
  change: (thing: Thing, shape: Shape, world: World) => Changed,
) {
  const arbitrary = fc
    .tuple(fc.nat(), shapes)
    .map(([at, shape]): Change => (world) => {
      const things = thingsIn(world);
      const thing = things[at % Math.max(1, things.length)];
      return thing === undefined
        ? { world, patientIds: [] }
        : change(thing, shape, world);
    });
  return { weight, arbitrary };
}

const patientsIn = ({ census }: World) => census.patients;
const staysIn = ({ census }: World) => census.stays;
const transfersIn = ({ census }: World) => census.transfers;
const nothing = fc.constant(null);

export const randomChange: fc.Arbitrary<Change> = fc.oneof(
  changeOf(4, patientsIn, stayShape, ({ id: patient_id }, shape, world) => {
    const stays = staysIn(world);
    const stay = { ...shape, patient_id, id: nextId(stays) };
    return withCensus(world, { stays: [...stays, stay] }, [patient_id]);
  }),
  changeOf(2, staysIn, stayShape, (old, shape, world) => {
    const stays = staysIn(world).map((stay) =>
      stay === old ? { ...old, ...shape } : stay,
    );
    return withCensus(world, { stays }, [old.patient_id]);
  }),
  changeOf(1, staysIn, nothing, (old, _, world) => {
    const stays = staysIn(world).filter((stay) => stay !== old);
    return withCensus(world, { stays }, [old.patient_id]);
  }),
  changeOf(3, patientsIn, transferShape, ({ id: patient_id }, shape, world) => {
    const transfers = transfersIn(world);
    const transfer = { ...shape, patient_id, id: nextId(transfers) };
    return withCensus(world, { transfers: [...transfers, transfer] }, [
      patient_id,
    ]);
  }),
  changeOf(1, transfersIn, nothing, (old, _, world) => {
    const transfers = transfersIn(world).filter((one) => one !== old);
    return withCensus(world, { transfers }, [old.patient_id]);
  }),
  changeOf(
    1,
    patientsIn,
    fc.constantFrom(null, -1, 0, 3, 6),
    (old, frailty_score, world) => {
      const patients = patientsIn(world).map((one) =>
        one === old ? { ...old, frailty_score } : one,
      );
      return withCensus(world, { patients }, [old.id]);
    },
  ),
  changeOf(
    1,
    () => FACILITY_IDS,
    fc.option(days, { freq: 6, nil: undefined }),
    (facility, day, world) => {
      const reach = { ...world.census.reach, [facility]: day };
      // The cut-off decides their returns; stored totals ignore it.
      return withCensus(
        world,
        { reach },
        patientsAt(facility, transfersIn(world)),
      );
    },
  ),
  changeOf(
    1,
    () => FACILITY_IDS,
    fc.constantFrom(...PLACES.regions),
    (facility, region, world) => {
      const regionOf = { ...world.regionOf, [facility]: region.id };
      const patientIds = patientsAt(facility, staysIn(world));
      return { world: { ...world, regionOf }, patientIds };
    },
  ),
);

function nextId(rows: readonly { id: number }[]): number {
  return 1 + Math.max(0, ...rows.map(({ id }) => id));
}

function patientsAt(
  facility: number,
  rows: readonly { facility_id: number; patient_id: number }[],
): number[] {
  return rows
    .filter(({ facility_id }) => facility_id === facility)
    .map(({ patient_id }) => patient_id);
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
