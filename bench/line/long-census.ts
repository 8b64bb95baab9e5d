import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Rows of the long lists. */
const ROWS = 200;
const FIRST_NPI = 1_000_000_001;
export const LONG_LIST_PATH = `/physician-profile/${FIRST_NPI}?facility-id=101`;
export const CENSUS_ACCOUNT = { username: "company", password: "Thin-line-1" };

const SYLLABLES = "al bar cor den ea fen gar hal is jo kel lor mar nor".split(
  " ",
);
const ENDINGS = "son ton ley man berg field wood ner der sen lin ard".split(
  " ",
);

/** A fixed sequence of whole numbers below `most` that no compressor foresees. */
function numbers(): (most: number) => number {
  let state = 42;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

/**
 * Writes a census whose first physician has 200 patients of her own in one facility, where 199 others have one patient
 * each. Days lie within the year before `today`.
 */
export function writeLongCensus(folder: string, today: Date): void {
  const upTo = numbers();
  const name = () => {
    const word = `${SYLLABLES[upTo(14)]}${SYLLABLES[upTo(14)]}${ENDINGS[upTo(12)]}`;
    return word.charAt(0).toUpperCase() + word.slice(1);
  };
  const day = (ago: number) =>
    new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  const each = (count: number, row: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => row(at));
  const patientCount = 2 * ROWS - 1;
  const stay = (at: number) => {
    const admitted = 30 + upTo(330);
    const left = upTo(3) === 0 ? day(upTo(admitted)) : "";
    const npi = FIRST_NPI + Math.max(0, at - ROWS + 1);
    return `${at + 1},${at + 1},101,${npi},${day(admitted)},${left},${upTo(2) ? "hospital" : "community"},false`;
  };
  const files = {
    divisions: ["division_id,division_name", "1,North"],
    regions: ["region_id,region_name,division_id", "11,Coast,1"],
    facilities: [
      "facility_id,facility_name,region_id,ccn,overall,survey,quality,staffing",
      "101,Elm House,11,015001,4,3,5,4",
    ],
    physicians: [
      "npi,first_name,last_name,credentials,primary_specialty,alternate_specialty,organization_legal_name",
      ...each(
        ROWS,
        (at) =>
          `${FIRST_NPI + at},${name()},${name()},MD,Geriatrics,,${name()} Care LLC`,
      ),
    ],
    patients: [
      "patient_id,mrn,first_name,last_name,frailty_score",
      ...each(
        patientCount,
        (at) => `${at + 1},M${at + 1},${name()},${name()},${upTo(9)}`,
      ),
    ],
    stays: [
      "stay_id,patient_id,facility_id,npi,admitted_on,discharged_on,admitted_from,isnp",
      ...each(patientCount, stay),
    ],
    transfers: [
      "transfer_id,patient_id,facility_id,transferred_on,outcome,planned",
      ...each(
        ROWS / 2,
        (at) => `${at + 1},${2 * at + 1},101,${day(upTo(30))},inpatient,false`,
      ),
    ],
    users: [
      "username,firstname,lastname,password,access_level,access_level_id,isnp_only",
      `${CENSUS_ACCOUNT.username},Cara,Company,${CENSUS_ACCOUNT.password},company,0,false`,
    ],
  };
  mkdirSync(folder, { recursive: true });
  for (const [table, lines] of Object.entries(files)) {
    writeFileSync(join(folder, `${table}.csv`), `${lines.join("\n")}\n`);
  }
}
