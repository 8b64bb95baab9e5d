/** One step of somebody's work in the portal: an address, `HOME` standing for the account's own first page. */
const HOME = "HOME";

const PROFILE_STEPS = [
  HOME,
  `${HOME}?sort=name&dir=desc`,
  `${HOME}?inspect=rth`,
  `${HOME}?inspect=h_1000`,
  `${HOME}?graph=rth_30`,
  `${HOME}?mom=hosp_1000&graph=hosp_1000`,
  `${HOME}?modal=quality`,
  `${HOME}?compare=rth`,
  `${HOME}?view=huddle`,
  "/search?q=el",
  "/reports/after-hours-patient-report",
  "/reports/medical-staff-report",
];

const ADMINISTRATION_STEPS = [
  "/users",
  "/users?q=demo",
  "/users/add",
  "/users/audit-trail",
  "/users/reports-config",
];

/** Who works, and what they do over and over; a row of a profile is taken along as CSV once in each round. */
export const WORKERS: readonly { account: string; steps: readonly string[] }[] =
  [
    ...[
      "demo-company",
      "demo-division",
      "demo-region",
      "demo-facility",
      "demo-facilities",
      "demo-physician",
      "demo-isnp",
    ].map((account) => ({ account, steps: PROFILE_STEPS })),
    { account: "demo-accounts", steps: ADMINISTRATION_STEPS },
  ];

/** The addresses of one round of an account whose first page is `home`. */
export function roundOf(steps: readonly string[], home: string): string[] {
  const path = home.split("?", 1)[0] ?? home;
  const addresses = steps.map((step) => step.replace(HOME, path));
  const file = fileOf(path);
  return file === null ? addresses : [...addresses, file];
}

/** The rows behind a figure of a profile as a file; null for a page that is none. */
function fileOf(path: string): string | null {
  const [, level, id] =
    /^\/(\w+)-(?:profile\/(\d+)|overview)$/.exec(path) ?? [];
  return level === undefined
    ? null
    : `/metric-data/${level}/${id ?? 0}?measure=patient_count`;
}
