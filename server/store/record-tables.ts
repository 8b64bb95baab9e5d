import type { Generated } from "kysely";

export type Flag = 0 | 1;

/**
 * Refused (wrong files) and failed (database, disk, command) store nothing. Unfinished: still storing, or killed.
 * Interrupted: ended with some parts stored.
 */
export type ImportOutcome =
  | "stored"
  | "unchanged"
  | "refused"
  | "failed"
  | "unfinished"
  | "interrupted";

interface ImportTable {
  id: Generated<number>;
  started_at: string;
  /** The last sign of life of an unfinished import. */
  ended_at: string;
  outcome: ImportOutcome;
  /** `ImportReport` as JSON: counts, file names and lines, no patient data. */
  report: string;
}

/** What somebody did or saw. The database refuses to change a row, or to delete one newer than the horizon. */
interface AuditEventTable {
  id: Generated<number>;
  at: string;
  action: string;
  /** Not a reference: the record outlives its user. Null if nobody was signed in. */
  user_id: number | null;
  username: string | null;
  /** `usernameKey` of the username, for searches. */
  user_key: string | null;
  /** The user acted on. */
  target_user_id: number | null;
  target_username: string | null;
  target_key: string | null;
  /** JSON object of ids and counts; never patient names or typed text. */
  details: string;
  /** Address of the browser. */
  address: string | null;
  request_id: string | null;
  /** The residents that the event showed. */
  list_id: number | null;
}

/** A resident of a list that events showed. No references: events outlive residents. */
interface AuditedResidentTable {
  patient_id: number;
  list_id: number;
}

/** A single row, id 1: events before the instant `kept_from` may be deleted. */
interface AuditHorizonTable {
  id: number;
  kept_from: string;
}

/** Failed sign-ins of an account or address, until a sign-in or time clears them. */
interface SignInFailureTable {
  /** A digest: the typed text is not stored. */
  key: string;
  failures: number;
  last_failed_at: string;
}

/** The file of a finished report, in parts if large. Its own table, so lists do not read it. */
interface QiesReportFileTable {
  report_id: number;
  part: number;
  content: Buffer;
}

interface NoteReadTable {
  user_id: number;
  note_id: number;
  read_at: string;
}

/** A requested CMS report and its progress (R175). */
export interface QiesReportTable {
  id: Generated<number>;
  facility_id: number;
  /** Null for automatic reports and for deleted users. */
  user_id: number | null;
  /** 1: only ISNP stays, because the requester may see no others. */
  isnp: Flag;
  report_category_id: number;
  report_type_id: number;
  name: string;
  /** Days in New York; null for reports without a date range. */
  start_day: number | null;
  end_day: number | null;
  /** The request's `args` as JSON. */
  args: string;
  file_type: string;
  status: "requested" | "pending" | "automatic" | "completed" | "error";
  requested_at: string;
  attempts: number;
  /** Workers leave it alone until then. */
  next_attempt_at: string;
  /** Random id of the running attempt; null if there is none. */
  claim: string | null;
  /** Another worker may claim it afterwards. */
  claimed_until: string | null;
  /** File left in a folder by an older version, until it is moved here. */
  file_name: string | null;
  file_bytes: number | null;
  /** Why there is no report, in words for the reader. */
  problem: string | null;
  finished_at: string | null;
  /** Data version it was made from; null for old reports and for data that are not ours. */
  data_version: number | null;
}

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

export interface RecordTables {
  imports: ImportTable;
  qies_reports: QiesReportTable;
  qies_report_files: QiesReportFileTable;
  note_reads: NoteReadTable;
  audit_events: AuditEventTable;
  audited_residents: AuditedResidentTable;
  audit_horizon: AuditHorizonTable;
  sign_in_failures: SignInFailureTable;
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
