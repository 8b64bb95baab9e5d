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
