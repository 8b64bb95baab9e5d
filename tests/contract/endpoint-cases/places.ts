import { getOrganization } from "~/contract/organization";
import { getPhysician } from "~/contract/physician";
import type { EndpointCase } from "./endpoint-case";

/** Calls about places. */
export const PLACE_CASES: EndpointCase[] = [
  {
    name: "organization",
    target: getOrganization,
    as: "division",
    path: "/api/company/organization/",
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
];
