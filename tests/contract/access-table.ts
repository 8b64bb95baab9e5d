/** What an account gets of a subject: it is let through, may not see it, or is told that there is no such thing. */
export type Outcome = "ok" | 403 | 404;

/** The subjects of the access table: what exists, what lies elsewhere and what does not exist. */
export const SUBJECTS = [
  "company/0",
  "company/1",
  "division/1",
  "division/2",
  "division/9",
  "region/11",
  "region/21",
  "region/99",
  "facility/101",
  "facility/102",
  "facility/211",
  "facility/999",
  "physician/1003000101",
  "physician/1003000102",
  "physician/1003000104",
  "physician/0",
  "physician/1999999999",
] as const;

/** Who may read figures of what, in the order of {@link SUBJECTS} (R16). */
export const ACCESS_TABLE: Record<string, Outcome[]> = {
  // oxfmt-ignore
  "company":    ["ok", 404,  "ok", "ok", 404,  "ok", "ok", 404,  "ok", "ok", "ok", 404,  "ok", "ok", "ok", "ok", 404],
  // oxfmt-ignore
  "admin":      ["ok", 404,  "ok", "ok", 404,  "ok", "ok", 404,  "ok", "ok", "ok", 404,  "ok", "ok", "ok", "ok", 404],
  // oxfmt-ignore
  "accounts":   [403, 403,   "ok", "ok", 404,  "ok", "ok", 404,  "ok", "ok", "ok", 404,  "ok", "ok", "ok", "ok", 404],
  // oxfmt-ignore
  "division":   [403, 403,   "ok", 403, 403,   "ok", 403, 403,   "ok", "ok", 403, 403,   "ok", "ok", 403, "ok", 403],
  // oxfmt-ignore
  "region":     [403, 403,   403, 403, 403,    "ok", 403, 403,   "ok", "ok", 403, 403,   "ok", "ok", 403, "ok", 403],
  // oxfmt-ignore
  "facility":   [403, 403,   403, 403, 403,    403, 403, 403,    "ok", 403, 403, 403,    "ok", "ok", 403, "ok", 403],
  // oxfmt-ignore
  "facilities": [403, 403,   403, 403, 403,    403, 403, 403,    "ok", "ok", 403, 403,   "ok", "ok", 403, "ok", 403],
  // oxfmt-ignore
  "physician":  [403, 403,   403, 403, 403,    403, 403, 403,    403, 403, 403, 403,     "ok", 403, 403, 403, 403],
  // oxfmt-ignore
  "physicians": [403, 403,   403, 403, 403,    403, 403, 403,    403, 403, 403, 403,     403, "ok", 403, 403, 403],
  // oxfmt-ignore
  "isnp":       [403, 403,   403, 403, 403,    "ok", 403, 403,   "ok", "ok", 403, 403,   "ok", "ok", 403, "ok", 403],
};
