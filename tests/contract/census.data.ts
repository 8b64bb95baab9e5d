import type { AccessLevel } from "~/domain/access/ranks";

/** Password of every account of the suite. */
export const PASSWORD = "Contract-2026";

/** Where the embedded reports are in Power BI. */
export const WORKSPACE = "4a1f0000-0000-4000-8000-000000000001";

interface Account {
  username: string;
  accessLevel: AccessLevel;
  ids: readonly number[];
  isnpOnly?: boolean;
}

/** One account of each kind; the ids of the users follow this order, from 1. */
const ACCOUNTS: readonly Account[] = [
  { username: "company", accessLevel: "company", ids: [0] },
  { username: "admin", accessLevel: "admin", ids: [0] },
  { username: "accounts", accessLevel: "account_manager", ids: [0] },
  { username: "division", accessLevel: "division", ids: [1] },
  { username: "region", accessLevel: "region", ids: [11] },
  { username: "facility", accessLevel: "facility", ids: [101] },
  { username: "facilities", accessLevel: "facility", ids: [101, 102] },
  { username: "physician", accessLevel: "physician", ids: [1003000101] },
  { username: "physicians", accessLevel: "physician", ids: [1003000102] },
  { username: "isnp", accessLevel: "region", ids: [11], isnpOnly: true },
  // Nobody's, for tests that change and delete a user.
  { username: "changed", accessLevel: "facility", ids: [212] },
  { username: "deleted", accessLevel: "facility", ids: [212] },
];

/** The organisation that the suite asks about, as census files. The suite's clock stands in July 2026. */
export const CENSUS: Record<string, string> = {
  "divisions.csv": `division_id,division_name
1,Eastern Division
2,Western Division`,
  "regions.csv": `region_id,region_name,division_id
11,Atlantic Region,1
12,Piedmont Region,1
21,Lakes Region,2`,
  "facilities.csv": `facility_id,facility_name,region_id,ccn,overall,survey,quality,staffing
101,Alder Grove Care Center,11,335001,4,3,5,4
102,Birch Hollow Rehabilitation,11,,2,2,3,1
121,Cedar Landing,12,,5,4,5,5
211,Dunmore House,21,,3,3,,3
212,Elm Terrace,21,,,,,`,
  "physicians.csv": `npi,first_name,last_name,credentials,primary_specialty,alternate_specialty,organization_legal_name
1003000101,Priya,Natarajan,MD,Internal Medicine,,Tidewater Medical Group
1003000102,Tomas,Lindqvist,DO,Family Medicine,,Tidewater Medical Group
1003000103,Hannah,Abara,NP,Geriatric Medicine,,
1003000104,Grace,Oyelaran,MD,Physical Medicine,,Lakeshore Physicians
1003000105,,,,,,`,
  "patients.csv": `patient_id,mrn,first_name,last_name,frailty_score
5001,MRN-5001,Walter,Amsel,7
5002,MRN-5002,Rosa,Beltran,2
5003,MRN-5003,Ida,Crane,4
5004,MRN-5004,,,
5005,MRN-5005,Otis,Dahl,5
5006,MRN-5006,Mabel,Ebner,9
5007,MRN-5007,Carl,Fenwick,-1
5008,MRN-5008,Lena,Grove,3
5009,MRN-5009,Hugo,Hart,6
5010,MRN-5010,Nora,Iversen,1
5011,MRN-5011,Paul,Jarvis,8
5012,MRN-5012,Ruth,Keller,2
5013,MRN-5013,Alma,Lowe,4
5014,MRN-5014,Karl,Moss,`,
  "stays.csv": `stay_id,patient_id,facility_id,npi,admitted_on,discharged_on,admitted_from,isnp
50010,5001,101,1003000101,2025-09-04,,hospital,true
50020,5002,101,1003000101,2026-06-07,2026-06-28,hospital,false
50030,5003,101,1003000101,2026-05-01,2026-05-29,hospital,false
50040,5004,101,1003000101,2026-06-19,,hospital,false
50050,5005,101,1003000102,2026-02-11,,hospital,true
50060,5006,102,1003000102,2026-04-04,2026-05-02,hospital,false
50070,5007,102,1003000102,2026-06-01,,hospital,false
50080,5008,102,1003000103,2025-12-03,,hospital,true
50090,5009,121,1003000103,2025-05-17,,hospital,false
50100,5010,211,1003000104,2026-05-17,2026-06-11,hospital,false
50110,5011,211,1003000105,2026-04-15,,hospital,false
50120,5012,212,1003000105,2026-06-22,,hospital,false
50130,5013,101,,2026-06-13,,hospital,false
50140,5014,211,,2026-05-12,2026-06-21,hospital,false`,
  "transfers.csv": `transfer_id,patient_id,facility_id,transferred_on,outcome,planned
50010,5001,101,2025-09-05,inpatient,false
50011,5001,101,2025-09-06,inpatient,false
50012,5001,101,2025-09-07,ed_only,false
50030,5003,101,2026-05-02,inpatient,false
50040,5004,101,2026-06-20,ed_only,false
50060,5006,102,2026-04-05,inpatient,false
50061,5006,102,2026-04-06,ed_only,false
50062,5006,102,2026-04-07,ed_only,false
50080,5008,102,2025-12-04,inpatient,false
50090,5009,121,2025-05-18,ed_only,false
50091,5009,121,2025-05-19,ed_only,false
50092,5009,121,2025-05-20,ed_only,false
50110,5011,211,2026-04-16,inpatient,false
50111,5011,211,2026-04-17,inpatient,false
50140,5014,211,2026-05-13,inpatient,false
50141,5014,211,2026-05-14,ed_only,false`,
  "notes.csv": `note_id,patient_id,facility_id,npi,noted_at,note_type,note_text,provider,high_risk
5001,5001,101,1003000101,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5002,5002,101,1003000101,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5003,5003,101,1003000101,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5004,5004,101,1003000101,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5005,5005,101,1003000102,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5006,5006,102,1003000102,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5007,5007,102,1003000102,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5008,5008,102,1003000103,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5009,5009,121,1003000103,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5010,5010,211,1003000104,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5011,5011,211,1003000105,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5012,5012,212,1003000105,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5013,5013,101,,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false
5014,5014,211,,2026-07-01T15:00:00.000Z,Consultation,Seen by telehealth.,,false`,
  "users.csv": [
    "username,firstname,lastname,password,access_level,access_level_id,isnp_only",
    ...ACCOUNTS.map(({ username, accessLevel, ids, isnpOnly = false }) =>
      [
        username,
        "First",
        "Last",
        PASSWORD,
        accessLevel,
        ids.join(" "),
        isnpOnly,
      ].join(","),
    ),
  ].join("\n"),
};

/** The embedded reports, as their import takes them; they follow the three that every database has. */
export const REPORTS = `report_id,title,type,workspace_id,powerbi_report_id,row_level_role,roles
infection-control,Infection Control,powerbi,${WORKSPACE},4a1f0000-0000-4000-8000-000000000104,Location,facility region division company admin
antibiotic-stewardship,Antibiotic Stewardship,powerbi,${WORKSPACE},4a1f0000-0000-4000-8000-000000000105,Location,company admin
`;
