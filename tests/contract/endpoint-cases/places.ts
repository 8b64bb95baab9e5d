import { getCensus, getCensusList } from "~/contract/census";
import { getOrganization } from "~/contract/organization";
import { getPhysician } from "~/contract/physician";
import type { EndpointCase } from "./endpoint-case";

/** Calls about places, and how far their census can be trusted. */
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
  {
    name: "census of the own places",
    target: getCensus,
    as: "facilities",
    path: "/census",
    bad: ["?page=-1", "?page=9999999", "?isnp=yes", "?sort=name"].map(
      (query) => `/census${query}`,
    ),
    foreign: [["physician", "/census"]],
  },
  {
    name: "census of a place",
    target: getCensus,
    as: "region",
    path: "/census?level=region&id=11",
    bad: ["?level=region", "?id=11", "?level=physician&id=1003000101"].map(
      (query) => `/census${query}`,
    ),
    foreign: [
      ["accounts", "/census?level=company&id=0"],
      ["region", "/census?level=region&id=21"],
      ["facility", "/census?level=facility&id=999"],
    ],
  },
  {
    name: "list behind a count of the census",
    target: getCensusList,
    as: "facility",
    path: "/census/list?kind=no_physician&facility_id=101",
    bad: [
      "?kind=no_physician",
      "?kind=everything&facility_id=101",
      "?kind=waiting&facility_id=all",
    ].map((query) => `/census/list${query}`),
    foreign: [
      ["facility", "/census/list?kind=no_physician&facility_id=102"],
      ["physician", "/census/list?kind=no_physician&facility_id=101"],
    ],
  },
];
