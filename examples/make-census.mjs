// Writes the example census: node examples/make-census.mjs [FOLDER] [LAST_DAY]
// The same arguments give the same files. All names are made up.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { factsOfTransfer, unitOfStay } from "./resident-facts.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const [folder = path.join(here, "census"), lastDay = "2026-10-31"] =
  process.argv.slice(2);

const MS_PER_DAY = 86_400_000;
const today = Date.parse(`${lastDay}T00:00:00Z`) / MS_PER_DAY;
if (!Number.isInteger(today)) {
  throw new Error(`${lastDay} is not a day (expected yyyy-MM-dd)`);
}
const isoDay = (day) => new Date(day * MS_PER_DAY).toISOString().slice(0, 10);

let state = 20260;
function next() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const int = (from, to) => from + Math.floor(next() * (to - from + 1));
const pick = (items) => items[int(0, items.length - 1)];
const chance = (probability) => next() < probability;

const divisions = [
  [1, "Lakeland Fold Division"],
  [2, "Highmarrow Division"],
];
const regions = [
  [10, "Eastwarren Region", 1],
  [20, "Westwarren Region", 1],
  [30, "Highmarrow North Region", 2],
];
// The CCNs are in cms-provider-info.csv, so that import:ratings finds stars for them; the names are made up.
const facilities = [
  [100, "Willowmarch Care Center", 10, "365333"],
  [200, "Fennelgate Rehabilitation", 10, "315254"],
  [300, "Copperlea Nursing Center", 20, "325071"],
  [400, "Marlowfield Health & Rehab", 30, "015075"],
  [500, "Sparrowdene, Post-Acute", 30, ""],
];
const physicians = [
  [9100000001, "Corwyn", "Askelby", "MD", "Geriatric Medicine"],
  [9100000002, "Mirelis", "Brinquist", "DO", "Internal Medicine"],
  [9100000003, "Tamadine", "Caldorrow", "MD", "Family Medicine"],
  [9100000004, "Fenolan", "Drunsley", "NP", "Nurse Practitioner"],
  [9100000005, "Selissa", "Eldacre", "MD", "Internal Medicine"],
  [9100000006, "Jorvin", "Farnaby", "MD", "Geriatric Medicine"],
  [9100000007, "Velenna", "Gorlbourne", "PA-C", ""],
  [9100000008, "", "", "", ""],
];
// The first works in two facilities, the last one nowhere yet.
const staff = {
  100: [9100000001, 9100000002],
  200: [9100000001, 9100000003],
  300: [9100000004],
  400: [9100000005, 9100000006],
  500: [9100000007],
};
const firstNames = [
  "Belith",
  "Darwyn",
  "Halissa",
  "Kelavin",
  "Loradine",
  "Nelmund",
  "Orenna",
  "Perdric",
  "Rosolan",
  "Uldine",
];
const lastNames = [
  "Haskerby",
  "Inverwick",
  "Jastumbe",
  "Kettacre",
  "Lornaster",
  "Mundecott",
  "Norvelow",
  "O'Pellmere",
  "Quarbourne",
  "Ruskander",
];

const patients = [];
const stays = [];
const transfers = [];

function addPatient(index) {
  const id = 5001 + index;
  patients.push([
    id,
    index % 17 === 16 ? "" : `M-${String(id * 3)}`,
    firstNames[index % 10],
    index === 43 ? "" : lastNames[(index * 7 + Math.floor(index / 10)) % 10],
    index % 11 === 10 ? "" : index % 13 === 12 ? -1 : int(0, 9),
  ]);
  return id;
}

function addStay(patient, facility, npi, from, to, origin, isnp) {
  stays.push([
    stays.length + 1,
    patient,
    facility,
    npi,
    isoDay(from),
    to > today ? "" : isoDay(to),
    origin,
    isnp,
    unitOfStay(),
  ]);
}

function addTransfer(patient, facility, day, outcome, planned = false) {
  if (day <= today) {
    transfers.push([
      transfers.length + 1,
      patient,
      facility,
      isoDay(day),
      outcome,
      planned,
      ...factsOfTransfer(day, outcome, today),
    ]);
  }
}

const physicianOf = (facility) => (chance(0.08) ? "" : pick(staff[facility]));

// People who live in a facility, with a hospital stay and an ED visit now and then.
function liveIn(patient, facility) {
  const npi = physicianOf(facility);
  const isnp = chance(0.4);
  let from = today - int(420, 820);
  const end = chance(0.2) ? today - int(20, 120) : today + 400;
  let origin = chance(0.5) ? "hospital" : "community";
  for (let day = from + int(90, 260); day < Math.min(end, today - 12);) {
    if (chance(0.45)) {
      addTransfer(patient, facility, day, "ed_only");
    } else {
      addTransfer(
        patient,
        facility,
        day,
        chance(0.3) ? "observation" : "inpatient",
      );
      addStay(patient, facility, npi, from, day, origin, isnp);
      from = day + int(3, 8);
      origin = "hospital";
    }
    day = Math.max(day, from) + int(70, 300);
  }
  addStay(patient, facility, npi, from, end, origin, isnp);
}

// People who come for weeks after a hospital stay, some of them twice.
function comeTo(patient, facility) {
  const npi = physicianOf(facility);
  let from = today - int(25, 500);
  for (let visits = int(1, 3); visits > 0 && from < today; visits -= 1) {
    const origin = chance(0.85) ? "hospital" : pick(["community", "other"]);
    const length = int(8, 48);
    const returns = chance(0.24);
    const to = returns ? from + int(3, Math.min(28, length)) : from + length;
    addStay(patient, facility, npi, from, to, origin, false);
    if (returns) {
      addTransfer(
        patient,
        facility,
        to,
        chance(0.25) ? "observation" : "inpatient",
      );
    } else if (chance(0.16)) {
      addTransfer(patient, facility, from + int(1, 7), "ed_only");
    } else if (chance(0.06)) {
      addTransfer(patient, facility, from + 5, "inpatient", true);
    }
    from = to + (returns ? int(3, 6) : int(40, 120));
  }
}

for (let index = 0; index < 60; index += 1) {
  const facility = facilities[index % 5][0];
  const patient = addPatient(index);
  // The last facility has no long-stay unit.
  if (index < 20 && facility !== 500) {
    liveIn(patient, facility);
  } else {
    comeTo(patient, facility);
  }
}

const noteTypes = [
  [
    "Convergence Narrative",
    "Called for new cough, no fever.\nFluids, recheck in the morning.",
  ],
  ["Admission Note", "Arrived this evening; medication list reconciled."],
  ["Progress Note", 'Follow-up of shortness of breath: "breathing easier".'],
  [
    "Post Transport",
    "Back from the emergency department after a fall, no fracture.",
  ],
  ["Consultation", "Asked about poor appetite; dietitian to see."],
];
const open = stays.filter((stay) => stay[5] === "" && stay[3] !== "");
const notes = Array.from({ length: 10 }, (_, index) => {
  const stay = open[(index * 3) % open.length];
  const [type, text] = noteTypes[index % noteTypes.length];
  const hour = String(18 + (index % 5)).padStart(2, "0");
  return [
    index + 1,
    stay[1],
    stay[2],
    stay[3],
    `${isoDay(today - 1 - (index % 3))}T${hour}:${10 + index}:00-05:00`,
    type,
    text,
    "Lantern Night Team",
    index % 4 === 0,
  ];
});

// Example passwords are public: for trying out only.
const users = [
  ["census-accounts", "Ada", "Accounts", "account_manager", "0", false],
  ["census-company", "Cora", "Company", "company", "0", false],
  ["census-division", "Dora", "Division", "division", "1", false],
  ["census-region", "Reva", "Region", "region", "10", false],
  ["census-facilities", "Fay", "Facilities", "facility", "100 200", false],
  ["census-facility", "Finn", "Facility", "facility", "300", false],
  ["census-physician", "Corwyn", "Askelby", "physician", "9100000001", false],
  ["census-isnp", "Iris", "Isnp", "region", "10", true],
].map(([username, first, last, ...rest]) => [
  username,
  first,
  last,
  "Example-Census-1",
  ...rest,
]);

function csvCell(value) {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function write(file, header, rows) {
  const lines = [header.split(", "), ...rows].map((row) =>
    row.map(csvCell).join(","),
  );
  writeFileSync(path.join(folder, file), `${lines.join("\n")}\n`);
}

mkdirSync(folder, { recursive: true });
write("divisions.csv", "division_id, division_name", divisions);
write("regions.csv", "region_id, region_name, division_id", regions);
write(
  "facilities.csv",
  "facility_id, facility_name, region_id, ccn, overall, survey, quality, staffing",
  facilities.map((facility) => [...facility, "", "", "", ""]),
);
write(
  "physicians.csv",
  "npi, first_name, last_name, credentials, primary_specialty, alternate_specialty, organization_legal_name",
  physicians.map((physician, index) => [
    ...physician,
    "",
    index === 7 ? "" : "Lantern Bedside Physicians, PLLC",
  ]),
);
write(
  "patients.csv",
  "patient_id, mrn, first_name, last_name, frailty_score",
  patients,
);
write(
  "stays.csv",
  "stay_id, patient_id, facility_id, npi, admitted_on, discharged_on, admitted_from, isnp, unit",
  stays,
);
write(
  "transfers.csv",
  "transfer_id, patient_id, facility_id, transferred_on, outcome, planned, time_of_day, hospital, unit, reason, diagnosis, returned_on",
  transfers,
);
write(
  "notes.csv",
  "note_id, patient_id, facility_id, npi, noted_at, note_type, note_text, provider, high_risk",
  notes,
);
write(
  "users.csv",
  "username, firstname, lastname, password, access_level, access_level_id, isnp_only",
  users,
);
