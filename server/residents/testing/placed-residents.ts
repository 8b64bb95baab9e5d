import { epochDayOf } from "~/domain/calendar";
import { insertRows, stayRow } from "~server/measures/testing/census";
import { raiseVersion } from "~server/store/data-state";
import type { TestApi, TestUser } from "~server/testing/open-test-api";
import { ROAMING_NPI } from "~server/testing/seed-organization";

export const TODAY = epochDayOf("2026-06-15");

/** An account of each kind. */
export const ACCOUNTS: Record<string, TestUser> = {
  company: { accessLevel: "company" },
  admin: { accessLevel: "admin" },
  division: { accessLevel: "division", ids: [1] },
  region: { accessLevel: "region", ids: [11] },
  facility: { accessLevel: "facility", ids: [111] },
  facilities: { accessLevel: "facility", ids: [112, 211] },
  physician: { accessLevel: "physician", ids: [ROAMING_NPI] },
  isnp: { accessLevel: "region", ids: [11], isnpOnly: true },
  "isnp company": { accessLevel: "company", isnpOnly: true },
};

type Stay = [
  facility: number,
  npi: number,
  isnp: 0 | 1,
  days: [admitted: number, discharged: number | null],
  unit?: string,
];

/** Days are before {@link TODAY}. */
export type Resident = [
  id: number,
  name: [first: string, last: string],
  ...Stay[],
];

export async function insertResidents(
  { deps: { store } }: TestApi,
  residents: readonly Resident[],
): Promise<void> {
  await insertRows(
    store.db,
    "patients",
    residents.map(([id, [first_name, last_name]]) => ({
      ...{ id, mrn: `M-${id}`, first_name, last_name, frailty_score: null },
    })),
  );
  const stays = residents.flatMap(([patient_id, , ...own]) =>
    own.map(([facility_id, npi, isnp, [admitted, discharged], unit], at) => ({
      ...stayRow({
        ...{ id: patient_id + at, patient_id, facility_id, npi, isnp },
        admitted_on: TODAY - admitted,
        discharged_on: discharged === null ? null : TODAY - discharged,
        admitted_from: "hospital",
      }),
      long_stay_from: TODAY + 100,
      unit: unit ?? null,
    })),
  );
  await insertRows(store.db, "stays", stays);
  await raiseVersion(store.db, "all");
}
