import type { AccessLevel } from "./ranks";

export interface Viewer {
  accessLevel: AccessLevel;
  /** Ids of that role's level, from the token's `levels` claim; an NPI for physicians, 0 for the company. */
  accessLevelIds: readonly number[];
  isnpOnly: boolean;
}
