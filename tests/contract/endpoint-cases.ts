import { getAuditEvents, getAuditFile } from "~/contract/audit";
import { getImports } from "~/contract/imports";
import {
  getMe,
  login,
  logout,
  postOwnPassword,
  refresh,
} from "~/contract/auth";
import { endpointPath } from "~/contract/endpoint";
import type { AnyEndpoint } from "~/contract/endpoint";
import { getFrailty } from "~/contract/frailty";
import { getGraphs } from "~/contract/graphs";
import { getMedicalStaff } from "~/contract/medicalstaff";
import { getMetricData } from "~/contract/metricdatacsv";
import { getMetrics } from "~/contract/metrics";
import { getOrganization } from "~/contract/organization";
import { getPhysician } from "~/contract/physician";
import { searchPhysicians } from "~/contract/physicians";
import {
  getPhysicianAlerts,
  getUnreadAlerts,
  postNotesRead,
} from "~/contract/physicianalerts";
import { getEmbed } from "~/contract/powerbi";
import {
  getQiesDownload,
  getQiesFile,
  getQiesReports,
  postQiesReport,
} from "~/contract/qies-reports";
import { getQuality } from "~/contract/qmcalculator";
import { getReport, getReports, postReportRole } from "~/contract/reports";
import { getLocationSummary, getPatientSummary } from "~/contract/summary";
import { createUser, deleteUser, getUsers, updateUser } from "~/contract/users";
import { PASSWORD, WORKSPACE } from "./census.data";
import { CMS_REPORTS } from "./host";

/** One well-made call of an endpoint, and calls of it that must be refused. */
export interface EndpointCase {
  name: string;
  target: AnyEndpoint;
  /** Username of somebody who may make the call. */
  as: string;
  path: string;
  body?: Record<string, unknown>;
  /** Paths (or, for writing calls, bodies) that are no request of the contract: 400. */
  bad?: string[];
  badBody?: Record<string, unknown>;
  /** Calls that are well made but not this user's to make: 403. */
  foreign?: [username: string, path: string][];
}

const RANGE = "2025-07-01/2026-06-30";

/** Sets of figures share their subjects, so what is ill-made on one is on all; who is refused stands in the access table. */
function figures(noun: string, tail: string) {
  const path = (subject: string, end = tail) => `/api/${noun}/${subject}${end}`;
  return {
    path,
    bad: [
      path("galaxy/101"),
      path("facility/abc"),
      path("facility/-1"),
      path("facility/1.5"),
      path("facility/1234567890123456"),
    ],
  };
}

const metrics = figures("metrics", `/${RANGE}/`);
const summary = figures("summary", `/${RANGE}/`);
const staff = figures("medicalstaff", `/${RANGE}/`);
const frailty = figures("frailty", `/${RANGE}/`);
const csv = figures("metricdatacsv", `/${RANGE}/?measure_name=rth`);
const graphs = figures("new_graphs", "/2026-06-30/");
const quality = figures("qmcalculator", "/");

/** Path of the embed call of an embedded report, by its id. */
function embed(reportId: number): string {
  return endpointPath(getEmbed, {
    workspace_id: WORKSPACE,
    report_id: `4a1f0000-0000-4000-8000-00000000010${reportId}`,
  });
}

const FINISHED = `/api/QIES-reports/${CMS_REPORTS.finished}`;

const JANUARY_TO_MARCH = {
  BeginDate: { value: "2026-01-01", label: "01/01/2026" },
  EndDate: { value: "2026-03-31", label: "03/31/2026" },
};

const QIES_REQUEST = {
  report_category_id: 50,
  report_type_id: 5011,
  name: "Errors by Field by Facility",
  fac_id: 102,
  user_id: 7,
  start_date: "2026-01-01",
  end_date: "2026-03-31",
  args: JANUARY_TO_MARCH,
  file_type: "pdf",
};

const NEW_USER = {
  username: "new-user",
  firstname: "New",
  lastname: "User",
  access_level: "facility",
  isnp_only: false,
  password: "long-enough",
  facility: [101],
};

const BAD_RANGES = [
  "/yesterday/2026-06-30/",
  "/2026-02-30/2026-06-30/",
  "/2026-06-30/2025-07-01/",
];
const BAD_AUDIT_QUERIES = [
  "?action=everything",
  "?from=yesterday",
  "?to=2026-02-30",
  "?from=2026-06-02&to=2026-06-01",
  `?user=${"x".repeat(201)}`,
];
const BAD_QUERIES = ["?isnp=yes", "?facility_id=all", "?facility_id=-1"];

/** Calls that the data server answers. */
export const CASES_FOR_ALL: EndpointCase[] = [
  { name: "me", target: getMe, as: "facilities", path: "/auth/me/" },
  {
    name: "own password",
    target: postOwnPassword,
    as: "admin",
    path: postOwnPassword.path,
    body: { current_password: PASSWORD, password: "Another-2026" },
    badBody: { current_password: PASSWORD, password: "short" },
  },
  {
    name: "organization",
    target: getOrganization,
    as: "division",
    path: "/api/company/organization/",
  },
  {
    name: "users",
    target: getUsers,
    as: "accounts",
    path: "/auth/users",
    foreign: [
      ["admin", "/auth/users"],
      ["company", "/auth/users"],
      ["physician", "/auth/users"],
    ],
  },
  {
    name: "user creation",
    target: createUser,
    as: "accounts",
    path: "/auth/user",
    body: NEW_USER,
    badBody: { ...NEW_USER, password: "short" },
    foreign: [
      ["admin", "/auth/user"],
      ["facility", "/auth/user"],
    ],
  },
  {
    name: "user change",
    target: updateUser,
    as: "accounts",
    path: "/auth/user/11",
    body: { ...NEW_USER, username: "changed" },
    badBody: { ...NEW_USER, access_level: "emperor" },
    foreign: [
      ["company", "/auth/user/11"],
      ["facility", "/auth/user/6"],
    ],
  },
  {
    name: "user deletion",
    target: deleteUser,
    as: "accounts",
    path: "/auth/user/12",
    bad: ["/auth/user/admin"],
    foreign: [
      ["company", "/auth/user/11"],
      ["facility", "/auth/user/6"],
    ],
  },
  {
    name: "physician search",
    target: searchPhysicians,
    as: "accounts",
    path: "/api/physicians?s=lind",
    bad: [
      "/api/physicians",
      `/api/physicians?s=${"x".repeat(101)}`,
      "/api/physicians?s=a&s=b",
      "/api/physicians?s=%00",
    ],
    foreign: [
      ["admin", "/api/physicians?s=lind"],
      ["physician", "/api/physicians?s=lind"],
    ],
  },
  {
    name: "physician",
    target: getPhysician,
    as: "region",
    path: "/api/physician/1003000102/",
    bad: ["/api/physician/abc/", "/api/physician/1.5/"],
    foreign: [
      ["physician", "/api/physician/1003000102/"],
      ["facility", "/api/physician/1003000104/"],
      ["facility", "/api/physician/1999999999/"],
    ],
  },
  ...["company/0", "division/1", "region/11", "facility/101"].map(
    (subject): EndpointCase => ({
      name: `metrics of ${subject}`,
      target: getMetrics,
      as: "company",
      path: metrics.path(subject),
    }),
  ),
  {
    name: "metrics of a physician",
    target: getMetrics,
    as: "physicians",
    path: metrics.path("physician/1003000102") + "?facility_id=102&isnp=false",
    bad: [
      ...metrics.bad,
      ...BAD_RANGES.map((range) => metrics.path("facility/101", range)),
      ...BAD_QUERIES.map((query) => metrics.path("facility/101") + query),
    ],
  },
  ...["company/0", "division/1", "region/11"].map((subject): EndpointCase => ({
    name: `summary of ${subject}`,
    target: getLocationSummary,
    as: "company",
    path: summary.path(subject),
  })),
  {
    name: "summary of a physician",
    target: getPatientSummary,
    as: "facility",
    path: summary.path("physician/1003000101"),
    bad: [
      ...summary.bad,
      ...BAD_RANGES.map((range) => summary.path("region/11", range)),
      ...BAD_QUERIES.map((query) => summary.path("region/11") + query),
      // A facility's children are its medical staff.
      summary.path("facility/101"),
    ],
  },
  {
    name: "medical staff",
    target: getMedicalStaff,
    as: "facility",
    path: staff.path("facility/101"),
    bad: [
      ...staff.bad,
      ...BAD_RANGES.map((range) => staff.path("facility/101", range)),
      ...BAD_QUERIES.map((query) => staff.path("facility/101") + query),
      staff.path("physician/1003000101"),
    ],
  },
  {
    name: "frailty",
    target: getFrailty,
    as: "physician",
    path: frailty.path("physician/1003000101"),
    bad: [
      ...frailty.bad,
      ...BAD_RANGES.map((range) => frailty.path("facility/101", range)),
      ...BAD_QUERIES.map((query) => frailty.path("facility/101") + query),
    ],
  },
  {
    name: "rows behind a figure",
    target: getMetricData,
    as: "facility",
    path: csv.path("facility/101"),
    bad: [
      ...csv.bad,
      csv.path("facility/101", `/${RANGE}/`),
      ...BAD_RANGES.map((range) =>
        csv.path("facility/101", `${range}?measure_name=rth`),
      ),
      ...BAD_QUERIES.map(
        (query) => csv.path("facility/101") + query.replace("?", "&"),
      ),
      csv.path("facility/101", `/${RANGE}/?measure_name=everything`),
    ],
  },
  ...["company/0", "division/1", "region/11", "facility/101"].flatMap(
    (subject): EndpointCase[] => [
      {
        name: `graphs of ${subject}`,
        target: getGraphs,
        as: "company",
        path: graphs.path(subject),
      },
      {
        name: `quality score of ${subject}`,
        target: getQuality,
        as: "company",
        path: quality.path(subject),
      },
    ],
  ),
  {
    name: "graphs of a physician",
    target: getGraphs,
    as: "physicians",
    path: graphs.path("physician/1003000102") + "?facility_id=102&isnp=false",
    bad: [
      ...graphs.bad,
      graphs.path("facility/101", "/today/"),
      graphs.path("facility/101", "/2026-02-30/"),
      ...BAD_QUERIES.map((query) => graphs.path("facility/101") + query),
    ],
  },
  {
    name: "quality score of a physician",
    target: getQuality,
    as: "physicians",
    path: quality.path("physician/1003000102") + "?facility_id=102",
    bad: [
      ...quality.bad,
      quality.path("facility/101") + "?facility_id=all",
      quality.path("facility/101") + "?facility_id=-1",
    ],
  },
  {
    name: "unread notes",
    target: getUnreadAlerts,
    as: "physician",
    path: "/api/physicianalerts/unread/",
  },
  {
    name: "after-hours notes",
    target: getPhysicianAlerts,
    as: "physician",
    path: "/api/physicianalerts/",
    foreign: [["accounts", "/api/physicianalerts/"]],
  },
  {
    name: "notes that were read",
    target: postNotesRead,
    as: "physicians",
    path: "/api/physicianalerts/read/",
    body: { noteIds: [999] },
    badBody: { noteIds: [1e300] },
    foreign: [
      ["facility", "/api/physicianalerts/read/"],
      ["accounts", "/api/physicianalerts/read/"],
    ],
  },
  {
    name: "reports",
    target: getReports,
    as: "facility",
    path: "/api/reports/",
  },
  {
    name: "report",
    target: getReport,
    as: "facility",
    path: "/api/reports/4",
    bad: ["/api/reports/infection-control"],
    foreign: [
      ["physician", "/api/reports/4"],
      ["accounts", "/api/reports/4"],
      ["region", "/api/reports/5"],
    ],
  },
  {
    name: "report access",
    target: postReportRole,
    as: "accounts",
    path: "/api/reports/4/roles",
    body: { role: "facility", allow: true },
    badBody: { role: "facility", allow: "yes" },
    foreign: [["admin", "/api/reports/4/roles"]],
  },
  {
    name: "embedded report",
    target: getEmbed,
    as: "facility",
    path: embed(4),
    foreign: [
      ["physician", embed(4)],
      ["accounts", embed(4)],
      ["region", embed(5)],
    ],
  },
  {
    name: "requested CMS reports",
    target: getQiesReports,
    as: "facility",
    path: "/api/QIES-reports/2026-01-01/2026-12-31/",
    bad: [
      "/api/QIES-reports/2026-01-01/soon/",
      "/api/QIES-reports/2026-12-31/2026-01-01/",
    ],
    foreign: [
      ["physician", "/api/QIES-reports/2026-01-01/2026-12-31/"],
      ["accounts", "/api/QIES-reports/2026-01-01/2026-12-31/"],
    ],
  },
  {
    name: "CMS report download",
    target: getQiesDownload,
    as: "facility",
    path: FINISHED,
    bad: ["/api/QIES-reports/newest"],
    foreign: [
      ["facility", `/api/QIES-reports/${CMS_REPORTS.elsewhere}`],
      ["isnp", FINISHED],
      ["physician", FINISHED],
      ["accounts", FINISHED],
    ],
  },
  {
    name: "CMS report request",
    target: postQiesReport,
    as: "facilities",
    path: "/api/QIES-reports/",
    body: QIES_REQUEST,
    badBody: { ...QIES_REQUEST, file_type: "xlsx" },
    foreign: [
      ["facility", "/api/QIES-reports/"],
      ["physician", "/api/QIES-reports/"],
      ["accounts", "/api/QIES-reports/"],
    ],
  },
  {
    name: "audit trail",
    target: getAuditEvents,
    as: "accounts",
    path: "/auth/audit?user=Former-User&action=delete_user&to=2999-12-31",
    bad: [...BAD_AUDIT_QUERIES, "?before=-1", "?before=x"].map(
      (query) => `/auth/audit${query}`,
    ),
    foreign: [
      ["admin", "/auth/audit"],
      ["company", "/auth/audit"],
      ["physician", "/auth/audit"],
    ],
  },
  {
    name: "file of the audit trail",
    target: getAuditFile,
    as: "accounts",
    path: "/auth/audit/file?user=former-user&action=delete_user",
    bad: BAD_AUDIT_QUERIES.map((query) => `/auth/audit/file${query}`),
    foreign: [
      ["admin", "/auth/audit/file"],
      ["facility", "/auth/audit/file"],
    ],
  },
  {
    name: "imports",
    target: getImports,
    as: "accounts",
    path: "/imports",
    bad: ["/imports?before=-1", "/imports?before=x"],
    foreign: [
      ["admin", "/imports"],
      ["company", "/imports"],
      ["physician", "/imports"],
    ],
  },
];

/** Calls by an address that another call has given; they have tests of their own. */
export const LINKED_ENDPOINTS: AnyEndpoint[] = [getQiesFile];

/** Calls of a session's life, which have tests of their own. */
export const SESSION_ENDPOINTS: AnyEndpoint[] = [login, refresh, logout];
