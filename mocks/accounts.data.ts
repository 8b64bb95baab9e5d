import type { AccessLevel } from "~/domain/access/ranks";

/** Password of every account of the mocks; the demo organisation's (R231). */
export const MOCK_PASSWORD = "Demo-2026!";

export interface MockAccount {
  id: number;
  username: string;
  firstname: string;
  lastname: string;
  accessLevel: AccessLevel;
  ids: readonly number[];
  isnpOnly: boolean;
  /** Grows with every change. */
  version: number;
}

function account(
  id: number,
  name: string,
  accessLevel: AccessLevel,
  ids: readonly number[],
  isnpOnly = false,
): MockAccount {
  const lastname = name.charAt(0).toUpperCase() + name.slice(1);
  return {
    id,
    username: `demo-${name}`,
    firstname: "Demo",
    lastname,
    accessLevel,
    ids,
    isnpOnly,
    version: 1,
  };
}

/** One account of each kind, with the usernames of the demo organisation (R231). */
export const ACCOUNTS: readonly MockAccount[] = [
  account(1, "company", "company", [0]),
  account(2, "admin", "admin", [0]),
  account(3, "accounts", "account_manager", [0]),
  account(4, "division", "division", [1]),
  account(5, "region", "region", [11]),
  account(6, "facility", "facility", [101]),
  account(7, "facilities", "facility", [101, 102]),
  account(8, "physician", "physician", [1003000101]),
  account(9, "physicians", "physician", [1003000102]),
  account(10, "isnp", "region", [11], true),
  // Nobody's, for tests that change and delete a user.
  account(11, "changed", "facility", [212]),
  account(12, "deleted", "facility", [212]),
];
