import fc from "fast-check";
import type { EpochDay } from "~/domain/calendar";
import type { Flag } from "~server/store/schema";
import { PLACES } from "~server/testing/seed-organization";
import type { Question } from "../question";
import type { Census, PlainStay, PlainTransfer } from "./census";

export const NPIS = [1_000_000_001, 1_000_000_002];

export const FACILITY_IDS = PLACES.facilities.map((facility) => facility.id);

const PLACES_OF: Pick<Question, "facilityIds" | "place">[] = [
  ...PLACES.divisions.map(({ id }) => ({
    place: { level: "division" as const, id },
    facilityIds: facilitiesOf((region) => region.division_id === id),
  })),
  ...PLACES.regions.map(({ id }) => ({
    place: { level: "region" as const, id },
    facilityIds: facilitiesOf((region) => region.id === id),
  })),
];

function facilitiesOf(
  isOf: (region: (typeof PLACES.regions)[number]) => boolean,
): number[] {
  const regionIds = PLACES.regions.filter(isOf).map(({ id }) => id);
  return PLACES.facilities
    .filter(({ region_id }) => regionIds.includes(region_id))
    .map(({ id }) => id);
}

export const randomPlace: fc.Arbitrary<
  Pick<Question, "facilityIds" | "place">
> = fc.oneof(
  fc.constant({ facilityIds: "all" as const }),
  fc.constantFrom(...PLACES_OF),
  fc.constantFrom(...FACILITY_IDS).map((id) => ({ facilityIds: [id] })),
  fc.subarray(FACILITY_IDS).map((facilityIds) => ({ facilityIds })),
);

/** Places, from totals, and physicians in some facilities, from histories. */
export const randomFilter: fc.Arbitrary<Omit<Question, "from" | "to">> = fc
  .tuple(
    randomPlace,
    fc.boolean(),
    fc.constantFrom(undefined, undefined, null, ...NPIS),
  )
  .map(([place, isnp, npi]) =>
    npi === undefined
      ? { ...place, isnp }
      : { facilityIds: place.facilityIds, isnp, npi },
  );

export const EVERYTHING: Question = {
  facilityIds: "all",
  isnp: false,
  from: 19_900,
  to: 21_500,
};

const FIRST_DAY = 20_000;

/** Earlier stays lie this many days back; their ids are this much higher. */
const YEARS_BEFORE = 900;
const OTHERS = 1_000;

const flag = fc.constantFrom<Flag[]>(0, 1);
/** Few, so patients return to the same facility. */
const facilityId = fc.constantFrom(...FACILITY_IDS.slice(0, 2), 211);

/** Usually unknown. */
const minute = fc.constantFrom(null, null, null, 180, 600, 1_080);

const outcome = fc.constantFrom<PlainTransfer["outcome"][]>(
  "inpatient",
  "observation",
  "ed_only",
);

const transferRow = fc.record({
  outcome,
  planned: flag,
  minute_of_day: minute,
});

const stayShape = fc.record({
  /** Days after the discharge of the patient's stay before; negative ones overlap it. */
  gap: fc.oneof(
    fc.constantFrom(0, 1, 29, 30, 31),
    fc.integer({ min: -40, max: 60 }),
  ),
  length: fc.oneof(
    fc.constantFrom(0, 1, 30, 31, 99, 100, 101),
    fc.integer({ min: 0, max: 220 }),
  ),
  open: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  facility_id: facilityId,
  npi: fc.constantFrom(null, ...NPIS),
  admitted_from: fc.constantFrom<PlainStay["admitted_from"][]>(
    "hospital",
    "hospital",
    "community",
    "other",
  ),
  admitted_minute: minute,
  isnp: flag,
  transfers: fc.array(
    fc.record({
      /** Days after admission, or null for the discharge day. */
      after: fc.oneof(
        fc.constantFrom(null, -1, 0, 1, 30, 31, 99, 100, 101),
        fc.integer({ min: -20, max: 260 }),
      ),
      /** Null: at the stay's own facility. */
      elsewhere: fc.constantFrom(null, null, null, ...FACILITY_IDS),
      /** Rows about it, usually one. */
      listed: fc.oneof(
        fc.tuple(transferRow),
        fc.tuple(transferRow),
        fc.array(transferRow, { minLength: 2, maxLength: 4 }),
      ),
    }),
    { maxLength: 3 },
  ),
});

/** Equal or different cut-offs, some before or after everything, some none. */
const randomReach: fc.Arbitrary<Census["reach"]> = fc.oneof(
  reachDay().map((day) =>
    Object.fromEntries(FACILITY_IDS.map((id) => [id, day])),
  ),
  fc
    .array(fc.option(reachDay(), { freq: 5, nil: undefined }), {
      minLength: FACILITY_IDS.length,
      maxLength: FACILITY_IDS.length,
    })
    .map((days) =>
      Object.fromEntries(FACILITY_IDS.map((id, at) => [id, days[at]])),
    ),
);

function reachDay(): fc.Arbitrary<EpochDay> {
  return fc.oneof(
    {
      weight: 1,
      arbitrary: fc.integer({ min: FIRST_DAY - 40, max: FIRST_DAY + 400 }),
    },
    {
      weight: 3,
      arbitrary: fc.integer({ min: FIRST_DAY + 400, max: FIRST_DAY + 2_200 }),
    },
  );
}

/** Censuses of a few patients, dense in the edges of the measures. */
export const randomCensus: fc.Arbitrary<Census> = fc
  .tuple(randomReach, randomPatients())
  .map(([reach, patients]) => censusOf(patients, reach));

/** Adds patients with stays years earlier. */
export const randomCensusOfYears: fc.Arbitrary<Census> = fc
  .tuple(randomReach, randomPatients(), randomPatients())
  .map(([reach, patients, earlier]) => {
    const [young, old] = [censusOf(patients, reach), censusOf(earlier, reach)];
    return {
      reach,
      patients: [
        ...young.patients,
        ...old.patients.map((one) => ({ ...one, id: one.id + OTHERS })),
      ],
      stays: [
        ...young.stays,
        ...old.stays.map((stay) => ({
          ...stay,
          id: stay.id + OTHERS,
          patient_id: stay.patient_id + OTHERS,
          admitted_on: stay.admitted_on - YEARS_BEFORE,
          discharged_on:
            stay.discharged_on && stay.discharged_on - YEARS_BEFORE,
        })),
      ],
      transfers: [
        ...young.transfers,
        ...old.transfers.map((transfer) => ({
          ...transfer,
          id: transfer.id + OTHERS,
          patient_id: transfer.patient_id + OTHERS,
          transferred_on: transfer.transferred_on - YEARS_BEFORE,
        })),
      ],
    };
  });

function randomPatients() {
  return fc.array(
    fc.record({
      start: fc.integer({ min: 0, max: 40 }),
      frailty_score: fc.constantFrom(null, -1, 0, 2, 3, 5, 6, 9),
      stays: fc.array(stayShape, { maxLength: 4 }),
    }),
    { maxLength: 4 },
  );
}

type RandomPatients =
  ReturnType<typeof randomPatients> extends fc.Arbitrary<infer Patients>
    ? Patients
    : never;

function censusOf(patients: RandomPatients, reach: Census["reach"]): Census {
  const census: Census = { patients: [], stays: [], transfers: [], reach };
  patients.forEach((patient, index) => {
    const patient_id = index + 1;
    census.patients.push({
      id: patient_id,
      first_name: null,
      last_name: `Patient ${patient_id}`,
      frailty_score: patient.frailty_score,
    });
    let day = FIRST_DAY + patient.start;
    for (const { gap, length, open, transfers, ...stay } of patient.stays) {
      const admitted_on = day + gap;
      day = admitted_on + length;
      census.stays.push({
        ...stay,
        id: census.stays.length + 1,
        patient_id,
        admitted_on,
        discharged_on: open ? null : day,
      });
      for (const { after, elsewhere, listed, ...transfer } of transfers) {
        for (const row of listed) {
          census.transfers.push({
            ...transfer,
            ...row,
            id: census.transfers.length + 1,
            patient_id,
            facility_id: elsewhere ?? stay.facility_id,
            transferred_on: after === null ? day : admitted_on + after,
          });
        }
      }
    }
  });
  return census;
}

export const randomRange = fc
  .tuple(
    fc.integer({ min: FIRST_DAY - 60, max: FIRST_DAY + 900 }),
    fc.oneof(
      fc.constantFrom(0, 1, 30, 364),
      fc.integer({ min: 0, max: 1_200 }),
    ),
  )
  .map(([from, length]) => ({ from, to: from + length }));

export const randomQuestion: fc.Arbitrary<Question> = fc
  .tuple(randomFilter, randomRange)
  .map(([filter, range]) => ({ ...filter, ...range }));
