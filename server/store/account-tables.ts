import type { Generated } from "kysely";
import type { Flag } from "./flag";

interface SecondFactorTable {
  user_id: number;
  /** Sealed for this user. */
  sealed_key: string;
  /** Newest half minute with a used code. */
  last_step: number;
  created_at: string;
}

interface RecoveryCodeTable {
  user_id: number;
  /** A keyed digest. */
  code_hash: string;
}

interface FactorRuleTable {
  access_level: string;
  /** Day in New York, `yyyy-MM-dd`. */
  required_from: string;
}

interface PasskeyTable {
  user_id: number;
  /** The credential's id, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** Signature counter at the last use; always 0 for authenticators without one. */
  counter: number;
  /** Separated by spaces. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
  /** When the newest answered question was asked, in milliseconds since 1970. */
  last_asked: number;
}

/** Both columns are JSON, by `{level}/{id}` of a place (R372). */
interface SignalVisitTable {
  user_id: number;
  signed_in_at: string;
  known_before: string;
  known_now: string;
}

interface OrganisationAccountTable {
  /** Issuer of the organisation's login; with `subject` it identifies a person for good. */
  issuer: string;
  subject: string;
  user_id: number;
  linked_at: string;
  /** 1: access level and places follow the groups of the organisation's login. */
  by_groups: Generated<Flag>;
}

/** A one-time code to claim an account; one per user at most. */
interface LinkCodeTable {
  user_id: number;
  /** A keyed digest. */
  code_hash: string;
  expires_at: string;
}

/** A used ticket, kept until it expires. */
interface UsedTicketTable {
  ticket: string;
  until: string;
}

/** What a session of the organisation's login needs to be checked again. */
interface OrganisationSessionTable {
  session_id: string;
  issuer: string;
  subject: string;
  /** The sealed refresh token; null if there is none. */
  sealed_refresh: string | null;
  /** When to ask the organisation's login again. */
  due_at: string;
  /** When the session ends unless that login confirms it. */
  good_until: string;
}

/** What members of an organisation's group may see. */
interface GroupRuleTable {
  id: Generated<number>;
  /** The group's name or id at the organisation's login. */
  name: string;
  /** Shown to account managers; empty if the name is clear enough. */
  label: string;
  access_level: string;
  /** Ids separated by spaces. */
  access_level_id: string;
  isnp_only: Flag;
  /** Incremented on every change, for optimistic locking. */
  version: number;
}

export interface UserRecordTables {
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  second_factor_rules: FactorRuleTable;
  passkeys: PasskeyTable;
  signal_visits: SignalVisitTable;
  organisation_accounts: OrganisationAccountTable;
  link_codes: LinkCodeTable;
  used_tickets: UsedTicketTable;
  organisation_sessions: OrganisationSessionTable;
  group_rules: GroupRuleTable;
}
