/** Made-up hospitals of each region: no hospital of these names is meant. The first is the nearest. */
export const HOSPITALS = [
  ["Tarnwick General Hospital", "St. Orvane Medical Center"],
  ["Osquill Regional Hospital", "Quarrington Memorial Hospital"],
  ["Brindmere Hospital", "St. Hallow Medical Center", "Mereford Hospital"],
  ["Calverin University Hospital", "Calverin Heart Hospital"],
  ["Dunmorrow Community Hospital", "St. Tamsin Hospital"],
  ["Elsbarrow Medical Center", "Barrowfield Hospital"],
  ["Fallowend General Hospital", "Wrenfield Hospital"],
  ["Grestwold Hospital", "St. Ebbing Medical Center"],
];

export const UNITS = ["1 North", "1 South", "2 North", "2 South", "Rehab"];
export const LONG_STAY_UNITS = ["1 North", "2 North", "Memory care"];

/** Why residents are sent, and what hospitals find then; with how often. */
export const COMPLAINTS: readonly {
  reason: string;
  share: number;
  diagnoses: readonly string[];
}[] = [
  {
    reason: "Shortness of breath",
    share: 20,
    diagnoses: [
      "Pneumonia, unspecified organism (J18.9)",
      "Acute on chronic heart failure (I50.9)",
      "COPD with acute exacerbation (J44.1)",
    ],
  },
  {
    reason: "Altered mental status",
    share: 15,
    diagnoses: [
      "Urinary tract infection (N39.0)",
      "Metabolic encephalopathy (G93.41)",
      "Dehydration (E86.0)",
    ],
  },
  {
    reason: "Fever, suspected infection",
    share: 14,
    diagnoses: [
      "Sepsis, unspecified organism (A41.9)",
      "Urinary tract infection (N39.0)",
      "Cellulitis of lower limb (L03.119)",
    ],
  },
  {
    reason: "Fall with injury",
    share: 13,
    diagnoses: [
      "Fracture of neck of femur (S72.009A)",
      "Laceration of scalp (S01.01XA)",
      "Contusion of hip (S70.00XA)",
    ],
  },
  {
    reason: "Chest pain",
    share: 9,
    diagnoses: ["Chest pain, unspecified (R07.9)", "Unstable angina (I20.0)"],
  },
  {
    reason: "Low blood pressure",
    share: 7,
    diagnoses: ["Dehydration (E86.0)", "Sepsis, unspecified organism (A41.9)"],
  },
  {
    reason: "Bleeding",
    share: 6,
    diagnoses: ["Gastrointestinal hemorrhage (K92.2)", "Anemia (D64.9)"],
  },
  {
    reason: "Abnormal laboratory values",
    share: 6,
    diagnoses: ["Acute kidney failure (N17.9)", "Hyponatremia (E87.1)"],
  },
  {
    reason: "Catheter or feeding tube out of place",
    share: 5,
    diagnoses: ["Mechanical complication of catheter (T83.098A)"],
  },
  {
    reason: "Uncontrolled pain",
    share: 5,
    diagnoses: ["Low back pain (M54.50)", "Constipation (K59.00)"],
  },
];

/** Hours of the day by how many leave then: few at night, most when doctors have gone home. */
export const HOURS = [
  2, 2, 1, 1, 1, 2, 3, 4, 4, 5, 5, 5, 5, 5, 5, 6, 7, 9, 10, 10, 9, 7, 5, 3,
];
