import type { Flag } from "./flag";
import type { Generated } from "kysely";

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

export interface ImportTable {
  id: Generated<number>;
  started_at: string;
  /** The last sign of life of an unfinished import. */
  ended_at: string;
  outcome: ImportOutcome;
  /** `ImportReport` as JSON: counts, file names and lines, no patient data. */
  report: string;
}

/** What somebody did or saw. The database refuses to change a row, or to delete one newer than the horizon. */
export interface AuditEventTable {
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
}

/** A resident that an event showed. No references: events outlive residents. */
export interface AuditedResidentTable {
  patient_id: number;
  event_id: number;
}

/** A single row, id 1: events before the instant `kept_from` may be deleted. */
export interface AuditHorizonTable {
  id: number;
  kept_from: string;
}

/** Failed sign-ins of an account or address, until a sign-in or time clears them. */
export interface SignInFailureTable {
  /** A digest: the typed text is not stored. */
  key: string;
  failures: number;
  last_failed_at: string;
}

/** The file of a finished report, in parts if large. Its own table, so lists do not read it. */
export interface QiesReportFileTable {
  report_id: number;
  part: number;
  content: Buffer;
}

export interface NoteReadTable {
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
