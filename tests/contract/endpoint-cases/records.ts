import { getAuditEvents, getAuditFile } from "~/contract/audit";
import { getResident } from "~/contract/residents";
import type { EndpointCase } from "./endpoint-case";

const BAD_AUDIT_QUERIES = [
  "?action=everything",
  "?from=yesterday",
  "?to=2026-02-30",
  "?from=2026-06-02&to=2026-06-01",
  `?user=${"x".repeat(201)}`,
];

/** Calls for what happened: to residents, and what account managers look up. */
export const RECORD_CASES: EndpointCase[] = [
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
