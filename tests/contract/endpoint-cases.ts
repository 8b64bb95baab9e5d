import { getMe, login, logout, refresh } from "~/contract/auth";
import type { AnyEndpoint } from "~/contract/endpoint";
import { getFrailty } from "~/contract/frailty";
import { getGraphs } from "~/contract/graphs";
import { getMedicalStaff } from "~/contract/medicalstaff";
import { getMetricData } from "~/contract/metricdatacsv";
import { getMetrics } from "~/contract/metrics";
import { getOrganization } from "~/contract/organization";
import { getPhysician } from "~/contract/physician";
import { getUnreadAlerts } from "~/contract/physicianalerts";
import { getQuality } from "~/contract/qmcalculator";
import { getLocationSummary, getPatientSummary } from "~/contract/summary";
import { getUsers } from "~/contract/users";

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

/** Sets of figures share their subjects, so what is refused on one is refused on all. */
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
    foreign: [
      ["demo-facility", path("facility/102")],
      ["demo-region", path("facility/211")],
      ["demo-physician", path("physician/1003000102")],
      ["demo-facility", path("physician/1003000104")],
      ["demo-region", path("physician/1003000102") + "?facility_id=211"],
    ] as [string, string][],
  };
}

const metrics = figures("metrics", `/${RANGE}/`);
const summary = figures("summary", `/${RANGE}/`);
const staff = figures("medicalstaff", `/${RANGE}/`);
const frailty = figures("frailty", `/${RANGE}/`);
const csv = figures("metricdatacsv", `/${RANGE}/?measure_name=rth`);
const graphs = figures("new_graphs", "/2026-06-30/");
const quality = figures("qmcalculator", "/");

const BAD_RANGES = [
  "/yesterday/2026-06-30/",
  "/2026-02-30/2026-06-30/",
  "/2026-06-30/2025-07-01/",
];
const BAD_QUERIES = ["?isnp=yes", "?facility_id=all", "?facility_id=-1"];

/** Calls that every host answers. */
export const CASES_FOR_ALL: EndpointCase[] = [
  { name: "me", target: getMe, as: "demo-facilities", path: "/auth/me/" },
  {
    name: "organization",
    target: getOrganization,
    as: "demo-division",
    path: "/api/company/organization/",
  },
  {
    name: "users",
    target: getUsers,
    as: "demo-accounts",
    path: "/auth/users",
    foreign: [
      ["demo-admin", "/auth/users"],
      ["demo-company", "/auth/users"],
      ["demo-physician", "/auth/users"],
    ],
  },
  {
    name: "physician",
    target: getPhysician,
    as: "demo-region",
    path: "/api/physician/1003000102/",
    bad: ["/api/physician/abc/", "/api/physician/1.5/"],
    foreign: [
      ["demo-physician", "/api/physician/1003000102/"],
      ["demo-facility", "/api/physician/1003000104/"],
      ["demo-facility", "/api/physician/1999999999/"],
    ],
  },
  ...["company/0", "division/1", "region/11", "facility/101"].map(
    (subject): EndpointCase => ({
      name: `metrics of ${subject}`,
      target: getMetrics,
      as: "demo-company",
      path: metrics.path(subject),
    }),
  ),
  {
    name: "metrics of a physician",
    target: getMetrics,
    as: "demo-physicians",
    path: metrics.path("physician/1003000102") + "?facility_id=102&isnp=false",
    bad: [
      ...metrics.bad,
      ...BAD_RANGES.map((range) => metrics.path("facility/101", range)),
      ...BAD_QUERIES.map((query) => metrics.path("facility/101") + query),
    ],
    foreign: metrics.foreign,
  },
  ...["company/0", "division/1", "region/11"].map((subject): EndpointCase => ({
    name: `summary of ${subject}`,
    target: getLocationSummary,
    as: "demo-company",
    path: summary.path(subject),
  })),
  {
    name: "summary of a physician",
    target: getPatientSummary,
    as: "demo-facility",
    path: summary.path("physician/1003000101"),
    bad: [
      ...summary.bad,
      ...BAD_RANGES.map((range) => summary.path("region/11", range)),
      ...BAD_QUERIES.map((query) => summary.path("region/11") + query),
      // A facility's children are its medical staff.
      summary.path("facility/101"),
    ],
    foreign: summary.foreign.filter(([, path]) => path.includes("physician")),
  },
  {
    name: "medical staff",
    target: getMedicalStaff,
    as: "demo-facility",
    path: staff.path("facility/101"),
    bad: [
      ...staff.bad,
      ...BAD_RANGES.map((range) => staff.path("facility/101", range)),
      ...BAD_QUERIES.map((query) => staff.path("facility/101") + query),
      staff.path("physician/1003000101"),
    ],
    foreign: staff.foreign.filter(([, path]) => !path.includes("physician")),
  },
  {
    name: "frailty",
    target: getFrailty,
    as: "demo-physician",
    path: frailty.path("physician/1003000101"),
    bad: [
      ...frailty.bad,
      ...BAD_RANGES.map((range) => frailty.path("facility/101", range)),
      ...BAD_QUERIES.map((query) => frailty.path("facility/101") + query),
    ],
    foreign: frailty.foreign,
  },
  {
    name: "rows behind a figure",
    target: getMetricData,
    as: "demo-facility",
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
    foreign: csv.foreign.map(([username, path]) => [
      username,
      path.replace("?facility_id", "&facility_id"),
    ]),
  },
  ...["company/0", "division/1", "region/11", "facility/101"].flatMap(
    (subject): EndpointCase[] => [
      {
        name: `graphs of ${subject}`,
        target: getGraphs,
        as: "demo-company",
        path: graphs.path(subject),
      },
      {
        name: `quality score of ${subject}`,
        target: getQuality,
        as: "demo-company",
        path: quality.path(subject),
      },
    ],
  ),
  {
    name: "graphs of a physician",
    target: getGraphs,
    as: "demo-physicians",
    path: graphs.path("physician/1003000102") + "?facility_id=102&isnp=false",
    bad: [
      ...graphs.bad,
      graphs.path("facility/101", "/today/"),
      graphs.path("facility/101", "/2026-02-30/"),
      ...BAD_QUERIES.map((query) => graphs.path("facility/101") + query),
    ],
    foreign: graphs.foreign,
  },
  {
    name: "quality score of a physician",
    target: getQuality,
    as: "demo-physicians",
    path: quality.path("physician/1003000102") + "?facility_id=102",
    bad: [
      ...quality.bad,
      quality.path("facility/101") + "?facility_id=all",
      quality.path("facility/101") + "?facility_id=-1",
    ],
    foreign: quality.foreign,
  },
  {
    name: "unread notes",
    target: getUnreadAlerts,
    as: "demo-physician",
    path: "/api/physicianalerts/unread/",
  },
];

/** Calls of a session's life, which have tests of their own. */
export const SESSION_ENDPOINTS: AnyEndpoint[] = [login, refresh, logout];
