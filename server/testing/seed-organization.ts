import type { Kysely } from "kysely";
import { epochDayOf } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";

/** The tests' clock shows this day, to which all data reach. */
const data_through = epochDayOf("2026-06-15");

const NO_STARS = { overall: null, survey: null, quality: null, staffing: null };

/** Divisions 1 (regions 11, 12), 2 (region 21) and an empty 3; facilities 111, 112 (11), 121 (12) and 211 (21). */
export const PLACES = {
  divisions: [
    { id: 1, name: "North" },
    { id: 2, name: "South" },
    { id: 3, name: "West" },
  ],
  regions: [
    { id: 11, name: "Lakes", division_id: 1 },
    { id: 12, name: "Hills", division_id: 1 },
    { id: 21, name: "Coast", division_id: 2 },
  ],
  facilities: [
    {
      id: 111,
      name: "Willow House",
      region_id: 11,
      ccn: "015009",
      overall: 4,
      survey: 3,
      quality: 5,
      staffing: 2,
      data_through,
    },
    {
      id: 112,
      name: "Alder House",
      region_id: 11,
      ccn: null,
      ...NO_STARS,
      data_through,
    },
    {
      id: 121,
      name: "Maple House",
      region_id: 12,
      ccn: null,
      ...NO_STARS,
      data_through,
    },
    {
      id: 211,
      name: "Birch House",
      region_id: 21,
      ccn: null,
      ...NO_STARS,
      data_through,
    },
  ],
};

/** Stays in facilities 111 and 211. */
export const ROAMING_NPI = 1_000_000_001;
/** Stays in facility 121 only. */
export const SETTLED_NPI = 1_000_000_002;
/** Has no stays. */
export const IDLE_NPI = 1_000_000_003;

export async function seedOrganization(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.insertInto("divisions").values(PLACES.divisions).execute();
    await trx.insertInto("regions").values(PLACES.regions).execute();
    await trx.insertInto("facilities").values(PLACES.facilities).execute();
    await trx
      .insertInto("physicians")
      .values([
        physician(ROAMING_NPI, "Ada", "Roam"),
        physician(SETTLED_NPI, "Ben", "Settle"),
        physician(IDLE_NPI, "Cleo", "Idle"),
      ])
      .execute();
    await trx.insertInto("patients").values(STAYS.map(patientOf)).execute();
    await trx.insertInto("stays").values(STAYS.map(openStay)).execute();
  });
}

const STAYS = [
  { facility_id: 111, npi: ROAMING_NPI },
  { facility_id: 211, npi: ROAMING_NPI },
  { facility_id: 121, npi: SETTLED_NPI },
  { facility_id: 112, npi: null },
];

function patientOf(_: unknown, at: number) {
  return {
    id: at + 1,
    mrn: null,
    first_name: "P",
    last_name: `Number ${at}`,
    frailty_score: null,
  };
}

function openStay(stay: (typeof STAYS)[number], at: number) {
  return {
    ...stay,
    id: at + 1,
    patient_id: at + 1,
    admitted_on: 20_000,
    discharged_on: null,
    admitted_from: "hospital" as const,
    isnp: 0 as const,
    long_stay_from: 20_100,
    rth: 0 as const,
    ed: 0 as const,
  };
}

function physician(npi: number, first_name: string, last_name: string) {
  return {
    npi,
    first_name,
    last_name,
    credentials: "MD",
    primary_specialty: "Geriatrics",
    alternate_specialty: null,
    organization_legal_name: null,
  };
}
