import type { Noun } from "~mocks/endpoints";
import type { ScenarioName } from "~mocks/scenarios";

export type Account =
  | "company"
  | "accounts"
  | "division"
  | "region"
  | "facility"
  | "facilities"
  | "physician"
  | "isnp";

/** The year of which the small census tells. */
const YEAR = "startDate=2025-01-01&endDate=2025-12-31";
/** Before the data begin: every panel is empty. */
const LONG_AGO = "startDate=1990-01-01&endDate=1990-01-02";
export const COMPANY = `/company-overview?${YEAR}`;
const FACILITY = `/facility-profile/101?${YEAR}`;
export const CMS_REPORTS_PAGE = "/reports/cms-qies-reports";
export const CMS_REQUEST = `${CMS_REPORTS_PAGE}/request`;
export const AFTER_HOURS = "/reports/after-hours-patient-report/";

/** Every screen, by whom it is opened, with what can stand open over it and the states that its address can have. */
export const OPENED: readonly [account: Account, ...paths: string[]][] = [
  [
    "company",
    COMPANY,
    `${COMPANY}&isnp=true&sort=patients&dir=desc`,
    `${COMPANY}&modal=quality`,
    `${COMPANY}&inspect=rth`,
    `${COMPANY}&inspect=patient_count`,
    `${COMPANY}&inspect=h_1000`,
    `${COMPANY}&graph=rth_30`,
    `${COMPANY}&mom=rth_30,adm_1000&graph=adm_1000`,
    `${COMPANY}&compare=rth`,
    `${COMPANY}&view=huddle`,
    `/company-overview?${LONG_AGO}`,
    `/company-overview?${LONG_AGO}&graph=ed_30`,
    "/company-overview?startDate=soon&endDate=2999-01-01",
    "/search",
    "/search?q=al",
    "/search?q=no+such+place",
    "/incomplete-data",
    "/reports",
    "/reports/medical-staff-report?sort=rth_30_metric&dir=desc",
    "/reports/infection-control",
    "/reports/system-test",
    CMS_REPORTS_PAGE,
    `${CMS_REPORTS_PAGE}?${LONG_AGO}`,
    "/left-open?from=/search",
    "/no-such-page",
    "/users",
    "/cms-report-file/999999",
    "/metric-data/company/0?measure=none",
  ],
  ["division", `/division-profile/1?${YEAR}`],
  [
    "region",
    `/region-profile/11?${YEAR}`,
    `/region-profile/11?${YEAR}&compare=h_1000`,
  ],
  [
    "facility",
    FACILITY,
    `${FACILITY}&inspect=ed_1000`,
    `${AFTER_HOURS}?notes=open`,
    `${AFTER_HOURS}?help=open`,
    `/physician-profile/1000000001?facility-id=101&${YEAR}`,
    `/patient-profile/1`,
    CMS_REQUEST,
  ],
  ["facilities", "/", AFTER_HOURS],
  [
    "physician",
    `/physician-profile/1000000001?${YEAR}`,
    `/physician-profile/1000000001?${YEAR}&sort=name&dir=desc`,
    "/reports",
    AFTER_HOURS,
    "/company-overview",
  ],
  ["isnp", "/region-profile/11"],
  [
    "accounts",
    "/users",
    "/users?q=o&level=region&sort=username&dir=desc",
    "/users?q=no+such+user",
    "/users/add",
    "/users/add?level=facility",
    "/users/3/edit",
    "/users/6/edit",
    "/users/7/edit",
    "/users/7/delete",
    "/user/create",
    "/users/reports-config",
    "/users/audit-trail",
    "/users/audit-trail?endDate=soon",
  ],
];

/** As {@link OPENED}, of what no API host has. */
export const OWN_OPENED: readonly [account: Account, path: string][] = [
  ["company", `/signals/company/0?${YEAR}&sort=ed_30`],
  ["company", `/signals/company/0?${LONG_AGO}`],
  ["facility", `/signals/facility/101?${YEAR}`],
  ["company", `/facilities/company/0?${YEAR}&sort=rth&rate=ed`],
  ["company", `/facilities/company/0?${LONG_AGO}`],
  ["facility", "/events/facility/101?graph=rth_30"],
  ["facility", "/targets/facility/101"],
  ["facility", "/transfer-notices/facility/101?month=2025-01"],
  ["accounts", "/users/imports"],
  ["accounts", "/reviews/causes"],
  ["facility", "/reviews?list=signed"],
  ["facility", "/reviews/1"],
  ["facility", "/reviews/1?step=judgement"],
  ["company", "/census?sort=doubt&dir=desc"],
  ["facility", "/census?list=no_physician&facility-id=101"],
  ["company", `/transfers/company/0?${LONG_AGO}`],
  ["facility", `/transfers/facility/101?${YEAR}`],
  ["facility", `/transfers/facility/101?${YEAR}&list=outcome&key=inpatient`],
  ["facility", "/residents/1"],
  ["accounts", "/feed"],
  ["accounts", "/feed?status=used"],
  ["accounts", "/feed/sender?sender=PCC&facility=ELM"],
  ["facility", "/today/facility/101?sort=day&dir=desc"],
  ["facility", "/today/facility/101?show=out"],
  ["facility", "/facility-profile/101?view=huddle"],
  ["physician", "/today/physician/1000000001"],
  ["company", "/change-password"],
  ["company", "/sign-in-settings"],
  ["company", "/sign-in-settings/second-factor"],
  ["accounts", "/users/7/sessions"],
  ["accounts", "/users/second-factor"],
  ["accounts", "/users/from-file"],
];

type RefusedForm = [
  account: Account,
  path: string,
  fields: Record<string, string>,
];

/** As {@link REFUSED}, of what no API host has. */
export const OWN_REFUSED: readonly RefusedForm[] = [
  ["company", "/change-password", { currentPassword: "", password: "1" }],
  ["company", "/sign-in-settings/second-factor", { code: "1" }],
  ["accounts", "/users/second-factor", { "requiredFrom-region": "soon" }],
  ["accounts", "/users/from-file", { file: "dXNlcm5hbWUK" }],
];

/** Forms that are refused: who sends what, to where. */
export const REFUSED: readonly RefusedForm[] = [
  ["accounts", "/users/add", { accessLevel: "facility", username: "a b" }],
  ["accounts", "/users/add", { accessLevel: "physician", password: "1" }],
  ["accounts", "/user/create", { username: "" }],
  ["accounts", "/users/7/edit", { accessLevel: "region", version: "0" }],
  [
    "facility",
    CMS_REQUEST,
    { reportType: "50-5002", startDate: "soon", shown: "startDate endDate" },
  ],
];

/** What the host does, on which page it shows. */
export const FAULTS: readonly [
  noun: Noun | "all",
  scenario: ScenarioName,
  account: Account,
  path: string,
][] = [
  ["all", "system-error", "company", `${COMPANY}&graph=rth_30`],
  ["all", "system-error", "company", `${COMPANY}&modal=quality`],
  ["all", "system-error", "company", `${COMPANY}&view=huddle`],
  ["all", "system-error", "facility", FACILITY],
  ["all", "system-error", "facility", AFTER_HOURS],
  ["all", "system-error", "company", CMS_REPORTS_PAGE],
  ["all", "system-error", "company", "/reports/medical-staff-report"],
  ["all", "system-error", "company", "/reports/infection-control"],
  ["all", "system-error", "company", "/reports"],
  ["all", "empty", "company", "/reports"],
  ["all", "system-error", "company", "/search?q=al"],
  ["all", "empty", "company", COMPANY],
  ["all", "empty", "company", `${COMPANY}&compare=rth`],
  ["all", "empty", "facility", AFTER_HOURS],
  ["all", "empty", "accounts", "/users"],
  ["users", "system-error", "accounts", "/users"],
  ["users", "system-error", "accounts", "/users/7/edit"],
  ["reports", "system-error", "accounts", "/users/reports-config"],
  ["metrics", "too-many", "company", COMPANY],
  ["metrics", "not-found", "company", COMPANY],
  ["metricdatacsv", "system-error", "company", "/metric-data/company/0"],
  ["medicalstaff", "system-error", "company", "/medical-staff-data"],
];

/** As a host lists them. */
export const CMS_REPORTS = [
  {},
  { status: "pending" },
  { status: "automatic" },
  { status: "completed" },
  { status: "error", problem: "No such CCN." },
  { status: "error" },
  { status: "dreaming" },
].map((report, place) => ({
  id: place + 1,
  report_category_id: 50,
  report_type_id: 5011,
  name: "Errors by Field by Facility",
  file_type: "pdf",
  requested_tstamp: "2025-12-31 15:04:05",
  start_date: "2025-06-01",
  end_date: "2025-12-31",
  status: "requested",
  fac_name: "Elm House",
  fac_id: 101,
  ...report,
}));
