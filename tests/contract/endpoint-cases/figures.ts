import { getFrailty } from "~/contract/frailty";
import { getGraphs } from "~/contract/graphs";
import { getMedicalStaff } from "~/contract/medicalstaff";
import { getMetricData } from "~/contract/metricdatacsv";
import { getMetrics } from "~/contract/metrics";
import { getQuality } from "~/contract/qmcalculator";
import { getLocationSummary, getPatientSummary } from "~/contract/summary";
import type { EndpointCase } from "./endpoint-case";

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

const BAD_RANGES = [
  "/yesterday/2026-06-30/",
  "/2026-02-30/2026-06-30/",
  "/2026-06-30/2025-07-01/",
];

const BAD_QUERIES = ["?isnp=yes", "?facility_id=all", "?facility_id=-1"];

/** Calls for figures, and the rows behind them. */
export const FIGURE_CASES: EndpointCase[] = [
  ...["company/0", "division/1", "region/11", "facility/101"].map(
    (subject): EndpointCase => ({
      name: `metrics of ${subject}`,
      target: getMetrics,
      as: "company",
      path: metrics.path(subject),
    }),
  ),
  {
    name: "metrics of a period that a range is compared with",
    target: getMetrics,
    as: "company",
    path:
      metrics.path("company/0", "/2024-07-01/2025-06-30/") +
      "?compared_to=2026-06-30",
  },
  {
    name: "metrics of a physician",
    target: getMetrics,
    as: "physicians",
    path: metrics.path("physician/1003000102") + "?facility_id=102&isnp=false",
    bad: [
      metrics.path("facility/101") + "?compared_to=tomorrow",
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
    bad: [
      ...summary.bad,
      ...BAD_RANGES.map((range) => summary.path(subject, range)),
      ...BAD_QUERIES.map((query) => summary.path(subject) + query),
      // A facility's children are its medical staff.
      summary.path("facility/101"),
    ],
  })),
  {
    name: "summary of a physician",
    target: getPatientSummary,
    as: "facility",
    path: summary.path("physician/1003000101"),
    bad: BAD_RANGES.map((range) => summary.path("physician/1003000101", range)),
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
    path: graphs.path("physician/1003000102") + "?months=36&isnp=false",
    bad: [
      ...graphs.bad,
      graphs.path("facility/101", "/today/"),
      graphs.path("facility/101", "/2026-02-30/"),
      graphs.path("facility/101") + "?months=24",
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
];
