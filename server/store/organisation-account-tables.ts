import type { Generated } from "kysely";
import type { Flag } from "./flag";

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

export interface OrganisationAccountTables {
  organisation_accounts: OrganisationAccountTable;
  link_codes: LinkCodeTable;
  used_tickets: UsedTicketTable;
  organisation_sessions: OrganisationSessionTable;
  group_rules: GroupRuleTable;
}
