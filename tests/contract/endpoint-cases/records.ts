import { getResident } from "~/contract/residents";
import type { EndpointCase } from "./endpoint-case";

/** Calls for what happened to residents. */
export const RECORD_CASES: EndpointCase[] = [
  {
    name: "resident",
    target: getResident,
    as: "facility",
    path: "/residents/5001?notes=0",
    bad: ["/residents/ada", "/residents/1.5", "/residents/5001?notes=-1"],
    foreign: [
      ["facility", "/residents/5010"],
      ["facility", "/residents/9999"],
      ["physicians", "/residents/5001"],
      ["isnp", "/residents/5002"],
    ],
  },
];
