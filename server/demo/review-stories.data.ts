import type { REVIEW_CAUSES } from "~/features/reviews/rules/causes.data";

export type CauseId = (typeof REVIEW_CAUSES)[number]["id"];

/** What was different about a resident, and what was tried about it. */
type Said = readonly [change: string, tried: string];

/** What reviews say of the reasons for which residents are sent. */
export const SAID_OF_REASONS: Record<string, readonly Said[]> = {
  "Shortness of breath": [
    ["Short of breath when lying down.", "Oxygen, chest X-ray ordered."],
    [
      "Wheezing, saturation 88 % on room air.",
      "Inhaled treatment twice, head of the bed raised.",
    ],
  ],
  "Altered mental status": [
    ["Confused since the morning.", "Fluids by mouth, urine sample taken."],
    [
      "Hard to wake, did not know the aide.",
      "Sedative held, vital signs every four hours.",
    ],
  ],
  "Fever, suspected infection": [
    ["Fever and chills.", "Antibiotic begun by mouth."],
    [
      "Hot and flushed, ate nothing.",
      "Blood tests ordered, result not there in time.",
    ],
  ],
  "Fall with injury": [
    [
      "Fell beside the bed, could not get up.",
      "Kept lying, pain relief, checked every half hour.",
    ],
    [
      "Found on the bathroom floor.",
      "Wound dressed, vital signs every quarter of an hour.",
    ],
  ],
  "Chest pain": [
    [
      "Pressure in the chest after breakfast.",
      "Aspirin given, tracing of the heart.",
    ],
    ["Pain in the chest and the left arm.", "Nitroglycerin twice."],
  ],
  "Low blood pressure": [
    [
      "Dizzy on standing up, blood pressure 82 over 50.",
      "Blood pressure tablets held, legs raised.",
    ],
    [
      "Pale and weak, drank little for two days.",
      "Fluids by mouth, vital signs every hour.",
    ],
  ],
  Bleeding: [
    ["Dark stools since the evening.", "Blood count ordered."],
    ["Blood in the toilet bowl.", "Blood thinner held."],
  ],
  "Abnormal laboratory values": [
    ["More tired than the day before, ate little.", "Blood tests repeated."],
    ["Passed little urine for a day.", "Water pill held, fluids by mouth."],
  ],
  "Catheter or feeding tube out of place": [
    ["Catheter pulled out.", "One try to put it back."],
    [
      "Feeding tube out when the aide came.",
      "Opening covered, feeding stopped.",
    ],
  ],
  "Uncontrolled pain": [
    ["Cried out when turned.", "Warm pack, turned every hour."],
    ["Pain all night, no sleep.", "A second dose for pain."],
  ],
};

/** What reviews say where nobody has told the reason. */
export const SAID_OF_OTHERS: readonly Said[] = [
  [
    "More tired than the day before, ate little.",
    "Fluids by mouth, vital signs every four hours.",
  ],
];

/** Causes that fit what the hospital found, the likeliest first. */
export const CAUSES_OF_DIAGNOSES: Record<string, readonly CauseId[]> = {
  "Pneumonia, unspecified organism (J18.9)": ["infection", "change_found_late"],
  "Acute on chronic heart failure (I50.9)": ["fluid_balance", "drug_problem"],
  "COPD with acute exacerbation (J44.1)": ["assessed_late", "device_missing"],
  "Urinary tract infection (N39.0)": ["infection", "change_found_late"],
  "Metabolic encephalopathy (G93.41)": ["drug_problem", "assessed_late"],
  "Dehydration (E86.0)": ["fluid_balance", "no_intravenous"],
  "Sepsis, unspecified organism (A41.9)": ["infection", "no_intravenous"],
  "Cellulitis of lower limb (L03.119)": ["wound", "infection"],
  "Fracture of neck of femur (S72.009A)": ["fall"],
  "Laceration of scalp (S01.01XA)": ["fall"],
  "Contusion of hip (S70.00XA)": ["fall"],
  "Chest pain, unspecified (R07.9)": ["not_seen_on_site", "tests_late"],
  "Unstable angina (I20.0)": ["assessed_late", "drug_problem"],
  "Gastrointestinal hemorrhage (K92.2)": ["drug_problem", "change_found_late"],
  "Anemia (D64.9)": ["tests_late", "change_found_late"],
  "Acute kidney failure (N17.9)": ["fluid_balance", "drug_problem"],
  "Hyponatremia (E87.1)": ["tests_late", "fluid_balance"],
  "Mechanical complication of catheter (T83.098A)": ["device_missing"],
  "Low back pain (M54.50)": ["drug_missing", "not_seen_on_site"],
  "Constipation (K59.00)": ["change_found_late", "drug_problem"],
};

/** Causes that fit whatever the hospital found. */
export const CAUSES_OF_ALL: readonly CauseId[] = [
  "change_found_late",
  "assessed_late",
  "new_staff",
  "family_wish",
  "wishes_unknown",
];

/** What is done about a cause. */
export const ACTIONS: Partial<Record<CauseId, string>> = {
  no_physician_reached:
    "Agree with the on-call service on a second number for weekends.",
  change_not_passed_on: "Use the change-of-condition sheet at each handover.",
  few_staff: "Ask for one more nurse on Sundays.",
  tests_late: "Agree on a time for urgent blood tests with the laboratory.",
  infection: "Check residents with a catheter each shift.",
  fluid_balance: "Weigh residents with heart failure each morning.",
  fall: "Put a sensor mat beside the bed, and go through the list of drugs.",
  drug_problem: "Have the pharmacist go through the drugs of the unit.",
  change_found_late: "Have aides fill in the early warning card each shift.",
};

export const OTHER_ACTION =
  "Go through the transfer at the next staff meeting.";
