import type { OrganisationAccountTables } from "./organisation-account-tables";
import type { SignalVisitTables } from "./signal-visit-table";

/** The second factor of a user who has one: a key of their authenticator app. */
interface SecondFactorTable {
  user_id: number;
  /** The key, sealed for this user. */
  sealed_key: string;
  /** Number of the newest half minute whose code has been used. */
  last_step: number;
  created_at: string;
}

/** A recovery code that has not been used. */
interface RecoveryCodeTable {
  user_id: number;
  /** A digest with a secret key. */
  code_hash: string;
}

/** An access level that needs a second factor. */
interface FactorRuleTable {
  access_level: string;
  /** Day of New York as `yyyy-MM-dd`. */
  required_from: string;
}

/** What is kept of users beside what they are. */
export interface UserRecordTables
  extends SignalVisitTables, OrganisationAccountTables {
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  second_factor_rules: FactorRuleTable;
}
