import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { isoDayOf } from "~/domain/calendar";
import { demoAccounts } from "~server/demo/accounts";
import { generateDemo } from "~server/demo/generate";
import type { DemoStay, DemoTransfer } from "~server/demo/residents";

type Cells = Record<string, string | number | null>;

/** Of every account here: an import refuses the demo's own, which everybody knows. */
export const CENSUS_PASSWORD = "Bench-load-2026";

/**
 * Writes the demo organisation as a census for `npm run import`. With `edition` above 0 every eleventh stay has another
 * origin and every seventh patient another frailty score, other ones each edition.
 */
export function writeDemoCensus(
  folder: string,
  now: Date,
  edition: number,
): void {
  const demo = generateDemo(now, () => undefined);
  const stays = demo.residents.flatMap((resident) => resident.stays);
  const transfers = demo.residents.flatMap((resident) => resident.transfers);
  const isChanged = (id: number, nth: number) =>
    edition > 0 && (id + edition) % nth === 0;
  const tables: Record<string, Cells[]> = {
    divisions: demo.divisions.map(({ id, name }) => ({
      division_id: id,
      division_name: name,
    })),
    regions: demo.regions.map(({ id, name, divisionId }) => ({
      region_id: id,
      region_name: name,
      division_id: divisionId,
    })),
    facilities: demo.facilities.map(({ id, name, regionId, ccn, stars }) => ({
      facility_id: id,
      facility_name: name,
      region_id: regionId,
      ccn,
      overall: stars[0],
      survey: stars[1],
      quality: stars[2],
      staffing: stars[3],
    })),
    physicians: demo.physicians.map((one) => ({
      npi: one.npi,
      first_name: one.firstName,
      last_name: one.lastName,
      credentials: one.credentials,
      primary_specialty: one.primarySpecialty,
      alternate_specialty: one.alternateSpecialty,
      organization_legal_name: one.employer,
    })),
    patients: demo.residents.map((one) => ({
      patient_id: one.id,
      mrn: one.mrn,
      first_name: one.first_name,
      last_name: one.last_name,
      frailty_score: isChanged(one.id, 7) ? edition % 10 : one.frailty_score,
    })),
    stays: stays.map((stay) => stayCells(stay, isChanged(stay.id, 11))),
    transfers: transfers.map(transferCells),
  };
  mkdirSync(folder, { recursive: true });
  const write = (name: string, rows: readonly Cells[]) =>
    writeFileSync(
      join(folder, `${name}.csv`),
      stringify([...rows], { header: true }),
    );
  for (const [name, rows] of Object.entries(tables)) write(name, rows);
  write(
    "users",
    demoAccounts(demo)
      // Administrators are not made by an import.
      .filter(({ accessLevel }) => accessLevel !== "admin")
      .map((account) => ({
        username: account.username,
        firstname: account.firstname,
        lastname: account.lastname,
        password: CENSUS_PASSWORD,
        access_level: account.accessLevel,
        access_level_id: account.accessLevelIds.join(" "),
        isnp_only: String(account.isnpOnly),
      })),
  );
}

function stayCells(stay: DemoStay, isChanged: boolean): Cells {
  return {
    stay_id: stay.id,
    patient_id: stay.patient_id,
    facility_id: stay.facility_id,
    npi: stay.npi,
    admitted_on: isoDayOf(stay.admitted_on),
    discharged_on:
      stay.discharged_on === null ? null : isoDayOf(stay.discharged_on),
    admitted_from: isChanged ? "community" : stay.admitted_from,
    isnp: String(stay.isnp === 1),
  };
}

function transferCells(transfer: DemoTransfer): Cells {
  return {
    transfer_id: transfer.id,
    patient_id: transfer.patient_id,
    facility_id: transfer.facility_id,
    transferred_on: isoDayOf(transfer.transferred_on),
    outcome: transfer.outcome,
    planned: String(transfer.planned === 1),
  };
}
