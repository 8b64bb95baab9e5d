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

/** A passkey of a user who has a second factor. */
interface PasskeyTable {
  user_id: number;
  /** The credential's own, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** How often it had signed when it was used last; always 0 where it does not count. */
  counter: number;
  /** How browsers reach its authenticator, with blanks between. */
  transports: string;
  /** As the user calls it. */
  name: string;
  created_at: string;
  last_used_at: string | null;
  /** When the newest question was asked that it has answered, milliseconds since 1970. */
  last_asked: number;
}

/** What is kept of users beside what they are. */
export interface UserRecordTables
  extends SignalVisitTables, OrganisationAccountTables {
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  second_factor_rules: FactorRuleTable;
  passkeys: PasskeyTable;
}
