import type { AccessLevel } from "./ranks";

/** The viewer that a rule applies to: the claims of a session that decide what may be seen (R2). */
export interface Viewer {
  accessLevel: AccessLevel;
  /** Ids of that role's level, from the token's `levels` claim; an NPI for physicians, 0 for the company. */
  accessLevelIds: readonly number[];
  isnpOnly: boolean;
}
