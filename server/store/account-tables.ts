import type { Generated } from "kysely";
import type { Flag } from "./flag";

/** The second factor of a user who has one: a key of their authenticator app. */
interface SecondFactorTable {
  user_id: number;
  /** The key, sealed for this user. */
  sealed_key: string;
  /** Number of the newest half minute whose code has been used. */
  last_step: number;
  created_at: string;
}

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

/** What a user knows of signals (R372); both as JSON, by `{level}/{id}` of a place. */
interface SignalVisitTable {
  user_id: number;
  /** When the session began in which the visit is. */
  signed_in_at: string;
  known_before: string;
  known_now: string;
}

interface SignalVisitTables {
  signal_visits: SignalVisitTable;
}

/** Whose organisation account a user signs in with. */
interface OrganisationAccountTable {
  /** As the organisation's login names itself; with `subject` it names a person for good. */
  issuer: string;
  subject: string;
  user_id: number;
  linked_at: string;
  /** 1: access level and places follow the groups that the organisation's login names. */
  by_groups: Generated<Flag>;
}

/** A code by which a user claims their account, once; a user has one at most. */
interface LinkCodeTable {
  user_id: number;
  /** A digest with a secret key. */
  code_hash: string;
  expires_at: string;
}

/** The way to the organisation's login and back that has been gone, until nobody could go it any more. */
interface UsedTicketTable {
  ticket: string;
  until: string;
}

/** What a session that began at the organisation's login is asked about again by. */
interface OrganisationSessionTable {
  session_id: string;
  issuer: string;
  subject: string;
  /** The refresh token, sealed; null where there is none. */
  sealed_refresh: string | null;
  /** When that login is asked again. */
  due_at: string;
  /** When the session ends, unless that login has said by then that it is good. */
  good_until: string;
}

/** What users in a group of the organisation may see. */
interface GroupRuleTable {
  id: Generated<number>;
  /** As the organisation's login names the group: a name, or an id. */
  name: string;
  /** What account managers call it; empty where its name says enough. */
  label: string;
  access_level: string;
  /** Ids separated by spaces. */
  access_level_id: string;
  isnp_only: Flag;
  /** Grows with every change, for optimistic locking. */
  version: number;
}

interface OrganisationAccountTables {
  organisation_accounts: OrganisationAccountTable;
  link_codes: LinkCodeTable;
  used_tickets: UsedTicketTable;
  organisation_sessions: OrganisationSessionTable;
  group_rules: GroupRuleTable;
}

/** What is kept of users beside what they are. */
export interface UserRecordTables
  extends SignalVisitTables, OrganisationAccountTables {
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  second_factor_rules: FactorRuleTable;
  passkeys: PasskeyTable;
}
