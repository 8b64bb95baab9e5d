import { getPhysicianAlerts } from "~/contract/physicianalerts";
import { searchPhysicians } from "~/contract/physicians";
import { getEmbed } from "~/contract/powerbi";
import {
  getQiesDownload,
  getQiesReports,
  postQiesReport,
} from "~/contract/qies-reports";
import { getReport, getReports, postReportRole } from "~/contract/reports";
import { createUser, deleteUser, updateUser } from "~/contract/users";
import type { EndpointCase } from "./endpoint-cases";

const NEW_USER = {
  username: "new-user",
  firstname: "New",
  lastname: "User",
  access_level: "facility",
  isnp_only: false,
  password: "long-enough",
  facility: [101],
};

const QIES_REQUEST = {
  report_category_id: 56,
  report_type_id: 800,
  name: "Facility Quality Measure Report",
  fac_id: 102,
  user_id: 6,
  start_date: "2026-01-01",
  end_date: "2026-03-31",
  args: { CmprsnGroup: { value: "1", label: "05/01/2021-10/31/2021" } },
  file_type: "pdf",
};

/** Calls that the data server does not serve yet; an entry moves to `endpoint-cases.ts` as soon as it does, and the suite says so. */
export const CASES_FOR_MOCKS: EndpointCase[] = [
  {
    name: "physician search",
    target: searchPhysicians,
    as: "demo-accounts",
    path: "/api/physicians?s=lind",
    bad: ["/api/physicians", `/api/physicians?s=${"x".repeat(101)}`],
  },
  {
    name: "reports",
    target: getReports,
    as: "demo-facility",
    path: "/api/reports/",
  },
  {
    name: "report",
    target: getReport,
    as: "demo-facility",
    path: "/api/reports/4",
    bad: ["/api/reports/infection-control"],
    foreign: [["demo-physician", "/api/reports/4"]],
  },
  {
    name: "report access",
    target: postReportRole,
    as: "demo-accounts",
    path: "/api/reports/4/roles",
    body: { role: "facility", allow: true },
    badBody: { role: "facility", allow: "yes" },
    foreign: [["demo-admin", "/api/reports/4/roles"]],
  },
  {
    name: "requested CMS reports",
    target: getQiesReports,
    as: "demo-facility",
    path: "/api/QIES-reports/2026-01-01/2026-12-31/",
    bad: ["/api/QIES-reports/2026-01-01/soon/"],
  },
  {
    name: "CMS report download",
    target: getQiesDownload,
    as: "demo-facility",
    path: "/api/QIES-reports/1013",
    bad: ["/api/QIES-reports/newest"],
    foreign: [["demo-facility", "/api/QIES-reports/2113"]],
  },
  {
    name: "CMS report request",
    target: postQiesReport,
    as: "demo-facilities",
    path: "/api/QIES-reports/",
    body: QIES_REQUEST,
    badBody: { ...QIES_REQUEST, file_type: "xlsx" },
    foreign: [
      ["demo-facility", "/api/QIES-reports/"],
      ["demo-physician", "/api/QIES-reports/"],
    ],
  },
  {
    name: "embedded report",
    target: getEmbed,
    as: "demo-facility",
    path: "/api/powerbi/workspace/report",
    foreign: [["demo-physician", "/api/powerbi/workspace/report"]],
  },
  {
    name: "after-hours notes",
    target: getPhysicianAlerts,
    as: "demo-physician",
    path: "/api/physicianalerts/",
  },
  {
    name: "user creation",
    target: createUser,
    as: "demo-accounts",
    path: "/auth/user",
    body: NEW_USER,
    badBody: { ...NEW_USER, password: "short" },
    foreign: [["demo-admin", "/auth/user"]],
  },
  {
    name: "user change",
    target: updateUser,
    as: "demo-accounts",
    path: "/auth/user/11",
    body: { ...NEW_USER, username: "demo-changed" },
    badBody: { ...NEW_USER, access_level: "emperor" },
    foreign: [["demo-company", "/auth/user/11"]],
  },
  {
    name: "user deletion",
    target: deleteUser,
    as: "demo-accounts",
    path: "/auth/user/12",
    bad: ["/auth/user/demo-admin"],
    foreign: [["demo-company", "/auth/user/12"]],
  },
];
