/** A page that is read whole. */
export interface PageToHear {
  name: string;
  /** Who reads it; a stranger where nobody is named. */
  as?: string;
  path: string;
  /** Of the document that is loaded, without the name of the site. */
  title?: RegExp;
  /** What must be said, phrases of it with ' | ' between them. */
  hears: readonly RegExp[];
}

const FIGURES = [
  /Patient count: [\d,]+, inspect \| push button/,
  /RTH\/RTH%: [\d,]+ \/ [\d.]+%, inspect \| push button/,
  /\d points (lower|higher) than in|no change from/,
  /High \| [\d,]+ \| Medium \| [\d,]+ \| Low \| [\d,]+/,
  /control chart, Rolling 12 month \| image/,
];

const HOME = "/company-overview";

/** In the order of a morning: who is the same stays signed in. */
export const PAGES: readonly PageToHear[] = [
  {
    name: "login",
    path: "/login",
    title: /^Login/,
    hears: [
      /Show password \| toggle button/,
      /Username \| entry \| required/,
      /Login \| push button/,
    ],
  },
  {
    name: "company",
    as: "demo-company",
    path: HOME,
    title: /^Company Overview/,
    hears: [...FIGURES, /table with \d+ rows/],
  },
  {
    name: "quality",
    as: "demo-company",
    path: `${HOME}?modal=quality`,
    title: /^Company Overview/,
    hears: [/Total \d+ out of 600/, /Metric value \| row header \| [\d.]+%/],
  },
  {
    name: "graph",
    as: "demo-company",
    path: `${HOME}?graph=rth_30`,
    title: /^Company Overview/,
    hears: [
      /30 Day RTH \| dialog/,
      /mean [\d.]+%/,
      /row header \| No \| [\d.]+%/,
    ],
  },
  {
    name: "inspector",
    as: "demo-company",
    path: `${HOME}?inspect=rth`,
    title: /^Company Overview/,
    hears: [/RTH\/RTH% \| dialog/, /How it is worked out \| heading level/],
  },
  {
    name: "medical-staff",
    as: "demo-company",
    path: "/reports/medical-staff-report",
    title: /^Medical Staff Report/,
    hears: [/\d+ physicians/, /row header \| \S+, .+? \| link \| \d+/],
  },
  {
    name: "search",
    as: "demo-company",
    path: "/search?q=care",
    title: /^Results for/,
    hears: [/Results for .+? \| heading level 1/, /Care.*? \| link/],
  },
  {
    name: "change-password",
    as: "demo-company",
    path: "/change-password",
    title: /^Change Password/,
    hears: [/Current password \| password text/],
  },
  {
    name: "facility",
    as: "demo-facility",
    path: "/",
    title: /^Facility Profile/,
    hears: [...FIGURES, /Overall \| \d of 5 stars/],
  },
  {
    name: "cms-reports",
    as: "demo-facility",
    path: "/reports/cms-qies-reports",
    title: /CMS/,
    hears: [/heading level 1/, /Request/],
  },
  {
    name: "cms-request",
    as: "demo-facility",
    path: "/reports/cms-qies-reports/request",
    title: /CMS/,
    hears: [/Request CMS Report/, /Report type \| combo box/],
  },
  {
    name: "physician-and-patients",
    as: "demo-physician",
    path: "/",
    title: /^Physician Profile/,
    hears: [
      /Patient count: \d+, inspect/,
      /\d+ patients/,
      /\d+ (Low|Med|High)/,
    ],
  },
  {
    name: "after-hours",
    as: "demo-physician",
    path: "/reports/after-hours-patient-report/",
    title: /^After.Hours/,
    hears: [/Lookback \| combo box/, /\d+ notes? from the last/],
  },
  {
    name: "users",
    as: "demo-accounts",
    path: "/users",
    title: /^User Management/,
    hears: [/Add User \| link/, /Edit \S+ \| link/],
  },
  {
    name: "user-editor",
    as: "demo-accounts",
    path: "/users/add",
    title: /Add User/,
    hears: [
      /Add User \| dialog/,
      /Username \| entry/,
      /Access level \| combo box/,
    ],
  },
];
