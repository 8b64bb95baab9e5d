import { endpointPath } from "~/contract/endpoint";
import {
  getPhysicianAlerts,
  getUnreadAlerts,
} from "~/contract/physicianalerts";
import { getEmbed } from "~/contract/powerbi";
import {
  getQiesDownload,
  getQiesReports,
  postQiesReport,
} from "~/contract/qies-reports";
import { getReport, getReports, postReportRole } from "~/contract/reports";
import { WORKSPACE } from "../census.data";
import { CMS_REPORTS } from "../host";
import type { EndpointCase } from "./endpoint-case";

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

/** Calls for notes and reports. */
export const REPORT_CASES: EndpointCase[] = [
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
];
