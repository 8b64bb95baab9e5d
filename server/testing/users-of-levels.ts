import type { TestUser } from "./open-test-api";
import { IDLE_NPI, ROAMING_NPI } from "./seed-organization";

const FACILITY: TestUser = { accessLevel: "facility", ids: [111] };
const DIVISION: TestUser = { accessLevel: "division", ids: [2] };

export const USERS = {
  "a facility": FACILITY,
  "a facility, ISNP only": { ...FACILITY, isnpOnly: true },
  "another facility": { accessLevel: "facility", ids: [211] },
  "a region": { accessLevel: "region", ids: [11] },
  "a division": { accessLevel: "division", ids: [1] },
  "another division": DIVISION,
  "another division, ISNP only": { ...DIVISION, isnpOnly: true },
  "the company": { accessLevel: "company" },
  "the company, ISNP only": { accessLevel: "company", isnpOnly: true },
  "an admin": { accessLevel: "admin" },
  "an account manager": { accessLevel: "account_manager" },
  "a physician": { accessLevel: "physician", ids: [ROAMING_NPI] },
  "another physician": { accessLevel: "physician", ids: [IDLE_NPI] },
} satisfies Record<string, TestUser>;
export type UserName = keyof typeof USERS;

/** Places with charts and targets. */
export const CHARTED_PLACES = [
  ["company", 0],
  ["division", 1],
  ["region", 11],
  ["region", 12],
  ["facility", 111],
  ["facility", 211],
] as const;

/** Rights at these places: `w` reads and writes, `r` reads, else the status. */
export const RIGHTS_AT_CHARTED_PLACES: [UserName, (string | number)[]][] = [
  ["a facility", [403, 403, 403, 403, "w", 403]],
  ["a facility, ISNP only", [403, 403, 403, 403, "w", 403]],
  ["a region", [403, 403, "w", 403, "w", 403]],
  ["a division", [403, "w", "w", "w", "w", 403]],
  ["the company", ["w", "w", "w", "w", "w", "w"]],
  ["an admin", ["w", "w", "w", "w", "w", "w"]],
  ["an account manager", [403, "r", "r", "r", "r", "r"]],
  ["a physician", [403, 403, 403, 403, 403, 403]],
];
