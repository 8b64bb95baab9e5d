import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Password of every account of the small census. */
export const PASSWORD = "Page-tests-2026";

/**
 * A company small enough to know by heart: North (1) with Coast (11: Elm House 101, Oak House 102) and Hills (12: Fir
 * House 103), South (2) with Valley (21: Ash House 201). Dr. Gray works at Elm, Dr. Stone at Elm and Oak, Dr. Reed at Ash.
 */
export const CENSUS = {
  "divisions.csv": `division_id,division_name
1,North
2,South`,
  "regions.csv": `region_id,region_name,division_id
11,Coast,1
12,Hills,1
21,Valley,2`,
  "facilities.csv": `facility_id,facility_name,region_id,ccn,overall,survey,quality,staffing
101,Elm House,11,015001,4,3,5,4
102,Oak House,11,015002,3,3,3,3
103,Fir House,12,015003,,,,
201,Ash House,21,015004,2,2,2,2`,
  "physicians.csv": `npi,first_name,last_name,credentials,primary_specialty,alternate_specialty,organization_legal_name
1000000001,Gina,Gray,MD,Internal Medicine,,Gray Care LLC
1000000002,Sam,Stone,DO,Geriatrics,,Stone Care LLC
1000000003,Rita,Reed,MD,Geriatrics,,Reed Care LLC`,
  "patients.csv": `patient_id,mrn,first_name,last_name,frailty_score
1,M1,Canaryfirst,Canarylast,7
2,M2,Bert,Brown,4
3,M3,Cora,Clark,1
4,M4,Dora,Dean,`,
  "stays.csv": `stay_id,patient_id,facility_id,npi,admitted_on,discharged_on,admitted_from,isnp
1,1,101,1000000001,2025-01-10,,hospital,true
2,2,101,1000000002,2025-02-10,,community,false
3,3,102,1000000002,2025-03-10,,hospital,false
4,4,201,1000000003,2025-04-10,,hospital,false`,
  "transfers.csv": `transfer_id,patient_id,facility_id,transferred_on,outcome,planned
1,1,101,2025-01-20,inpatient,false
2,4,201,2025-04-20,ed_only,false`,
  "users.csv": `username,firstname,lastname,password,access_level,access_level_id,isnp_only
company,Cara,Company,${PASSWORD},company,0,false
accounts,Amy,Accounts,${PASSWORD},account_manager,0,false
division,Dan,Division,${PASSWORD},division,1,false
region,Rob,Region,${PASSWORD},region,11,false
facility,Fay,Facility,${PASSWORD},facility,101,false
facilities,Fred,Facilities,${PASSWORD},facility,101 102,false
physician,Gina,Gray,${PASSWORD},physician,1000000001,false
physicians,Sam,Stone,${PASSWORD},physician,1000000002,false
isnp,Ina,Isnp,${PASSWORD},region,11,true`,
} as const;

/** Writes the small census, with `changed` files in place of its own, as a folder for `npm run import`. */
export function writeCensus(
  folder: string,
  changed: Record<string, string> = {},
): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries({ ...CENSUS, ...changed })) {
    writeFileSync(join(folder, name), `${text}\n`);
  }
}
