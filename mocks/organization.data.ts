/** The small invented organisation that the mocks speak of; the contract suite puts the same one into a database. */
export const DIVISIONS = [
  { id: 1, name: "Eastern Division" },
  { id: 2, name: "Western Division" },
] as const;

export const REGIONS = [
  { id: 11, name: "Atlantic Region", divisionId: 1 },
  { id: 12, name: "Piedmont Region", divisionId: 1 },
  { id: 21, name: "Lakes Region", divisionId: 2 },
] as const;

export interface MockFacility {
  id: number;
  name: string;
  regionId: number;
  stars: {
    overall: number | null;
    survey: number | null;
    quality: number | null;
    staffing: number | null;
  };
  /** What happens there in a year; the figures of any range are worked out from it. */
  year: YearFigures;
}

export interface YearFigures {
  patients: number;
  days: number;
  admissions: number;
  fromHospital: number;
  rth: number;
  ed: number;
  longStayDays: number;
  hospitalizations: number;
  longStayEd: number;
  inpatient: number;
}

export const FACILITIES: readonly MockFacility[] = [
  {
    id: 101,
    name: "Alder Grove Care Center",
    regionId: 11,
    stars: { overall: 4, survey: 3, quality: 5, staffing: 4 },
    year: {
      patients: 412,
      days: 38_720,
      admissions: 351,
      fromHospital: 280,
      rth: 60,
      ed: 23,
      longStayDays: 22_410,
      hospitalizations: 36,
      longStayEd: 29,
      inpatient: 27,
    },
  },
  {
    id: 102,
    name: "Birch Hollow Rehabilitation",
    regionId: 11,
    stars: { overall: 2, survey: 2, quality: 3, staffing: 1 },
    year: {
      patients: 268,
      days: 24_115,
      admissions: 240,
      fromHospital: 198,
      rth: 51,
      ed: 30,
      longStayDays: 11_906,
      hospitalizations: 31,
      longStayEd: 26,
      inpatient: 22,
    },
  },
  {
    id: 121,
    name: "Cedar Landing",
    regionId: 12,
    stars: { overall: 5, survey: 4, quality: 5, staffing: 5 },
    year: {
      patients: 190,
      days: 29_930,
      admissions: 96,
      fromHospital: 61,
      rth: 7,
      ed: 3,
      longStayDays: 24_480,
      hospitalizations: 14,
      longStayEd: 9,
      inpatient: 10,
    },
  },
  {
    id: 211,
    name: "Dunmore House",
    regionId: 21,
    stars: { overall: 3, survey: 3, quality: null, staffing: 3 },
    year: {
      patients: 325,
      days: 31_200,
      admissions: 290,
      fromHospital: 214,
      rth: 47,
      ed: 19,
      longStayDays: 17_333,
      hospitalizations: 33,
      longStayEd: 21,
      inpatient: 24,
    },
  },
  {
    // Opened lately: no stars, no admission from hospital, nobody long-stay, so its rates are 'Unknown'.
    id: 212,
    name: "Elm Terrace",
    regionId: 21,
    stars: { overall: null, survey: null, quality: null, staffing: null },
    year: {
      patients: 18,
      days: 1_204,
      admissions: 18,
      fromHospital: 0,
      rth: 0,
      ed: 0,
      longStayDays: 0,
      hospitalizations: 0,
      longStayEd: 0,
      inpatient: 0,
    },
  },
];

export interface MockPhysician {
  npi: number;
  firstName: string | null;
  lastName: string | null;
  credentials: string | null;
  specialty: string | null;
  employer: string | null;
  facilityIds: readonly number[];
}

export const PHYSICIANS: readonly MockPhysician[] = [
  {
    npi: 1003000101,
    firstName: "Priya",
    lastName: "Natarajan",
    credentials: "MD",
    specialty: "Internal Medicine",
    employer: "Tidewater Medical Group",
    facilityIds: [101],
  },
  {
    npi: 1003000102,
    firstName: "Tomas",
    lastName: "Lindqvist",
    credentials: "DO",
    specialty: "Family Medicine",
    employer: "Tidewater Medical Group",
    facilityIds: [101, 102],
  },
  {
    npi: 1003000103,
    firstName: "Hannah",
    lastName: "Abara",
    credentials: "NP",
    specialty: "Geriatric Medicine",
    employer: null,
    facilityIds: [102, 121],
  },
  {
    npi: 1003000104,
    firstName: "Grace",
    lastName: "Oyelaran",
    credentials: "MD",
    specialty: "Physical Medicine",
    employer: "Lakeshore Physicians",
    facilityIds: [211],
  },
  {
    npi: 1003000105,
    firstName: null,
    lastName: null,
    credentials: null,
    specialty: null,
    employer: null,
    facilityIds: [211, 212],
  },
];

export interface MockPatient {
  id: number;
  firstName: string | null;
  lastName: string | null;
  npi: number | null;
  facilityId: number;
  frailtyScore: number | null;
  isnp: boolean;
  /** Days before the end of the range. */
  admittedAgo: number;
  dischargedAgo: number | null;
  transfers: number;
  visits: number;
}

/** Written as one row each, in the order of the fields above. */
const PATIENT_ROWS: readonly [
  number,
  string | null,
  string | null,
  number | null,
  number,
  number | null,
  boolean,
  number,
  number | null,
  number,
  number,
][] = [
  [5001, "Walter", "Amsel", 1003000101, 101, 7, true, 300, null, 2, 1],
  [5002, "Rosa", "Beltran", 1003000101, 101, 2, false, 24, 3, 0, 0],
  [5003, "Ida", "Crane", 1003000101, 101, 4, false, 61, 33, 1, 0],
  [5004, null, null, 1003000101, 101, null, false, 12, null, 0, 1],
  [5005, "Otis", "Dahl", 1003000102, 101, 5, true, 140, null, 0, 0],
  [5006, "Mabel", "Ebner", 1003000102, 102, 9, false, 88, 60, 1, 2],
  [5007, "Carl", "Fenwick", 1003000102, 102, -1, false, 30, null, 0, 0],
  [5008, "Lena", "Grove", 1003000103, 102, 3, true, 210, null, 1, 0],
  [5009, "Hugo", "Hart", 1003000103, 121, 6, false, 410, null, 0, 3],
  [5010, "Nora", "Iversen", 1003000104, 211, 1, false, 45, 20, 0, 0],
  [5011, "Paul", "Jarvis", 1003000105, 211, 8, false, 77, null, 2, 0],
  [5012, "Ruth", "Keller", 1003000105, 212, 2, false, 9, null, 0, 0],
  [5013, "Alma", "Lowe", null, 101, 4, false, 18, null, 0, 0],
  [5014, "Karl", "Moss", null, 211, null, false, 50, 10, 1, 1],
];

export const PATIENTS: readonly MockPatient[] = PATIENT_ROWS.map(
  ([
    id,
    firstName,
    lastName,
    npi,
    facilityId,
    frailtyScore,
    isnp,
    admittedAgo,
    dischargedAgo,
    transfers,
    visits,
  ]) => ({
    id,
    firstName,
    lastName,
    npi,
    facilityId,
    frailtyScore,
    isnp,
    admittedAgo,
    dischargedAgo,
    transfers,
    visits,
  }),
);
