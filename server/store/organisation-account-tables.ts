/** Whose organisation account a user signs in with. */
interface OrganisationAccountTable {
  /** As the organisation's login names itself; with `subject` it names a person for good. */
  issuer: string;
  subject: string;
  user_id: number;
  linked_at: string;
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

export interface OrganisationAccountTables {
  organisation_accounts: OrganisationAccountTable;
  link_codes: LinkCodeTable;
  used_tickets: UsedTicketTable;
}
