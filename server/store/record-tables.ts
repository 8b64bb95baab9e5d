import type { Generated } from "kysely";

/**
 * Refused: something is wrong with the files. Failed: with the database, the disk or the command. Of both nothing is stored.
 * Unfinished: it stores part after part, or was killed. Interrupted: it ended with some parts stored.
 */
export type ImportOutcome =
  | "stored"
  | "unchanged"
  | "refused"
  | "failed"
  | "unfinished"
  | "interrupted";

/** What an import did, or why it did nothing (R264). */
export interface ImportTable {
  id: Generated<number>;
  started_at: string;
  /** Of one that is unfinished, its last sign of life. */
  ended_at: string;
  outcome: ImportOutcome;
  /** An `ImportReport` as JSON: counts, file names and lines, nothing of patients. */
  report: string;
}

/**
 * What somebody did or saw. Rows are only added; the database refuses to change one, or to delete one that is not older
 * than the horizon.
 */
export interface AuditEventTable {
  id: Generated<number>;
  at: string;
  action: string;
  /** Not references: a record outlives its user. Null where nobody was signed in. */
  user_id: number | null;
  username: string | null;
  /** `usernameKey` of the username, to look for. */
  user_key: string | null;
  /** The user that it was done to. */
  target_user_id: number | null;
  target_username: string | null;
  target_key: string | null;
  /** JSON object of ids and counts; never names of patients or what somebody typed. */
  details: string;
  /** Of the browser. */
  address: string | null;
  request_id: string | null;
}

/** One row, id 1: events before `kept_from` may be deleted, an instant. */
export interface AuditHorizonTable {
  id: number;
  kept_from: string;
}

/** Failed sign-ins that count against an account or an address, until a sign-in or time clears them. */
export interface SignInFailureTable {
  /** Digest of what they count against: nothing that was typed is kept. */
  key: string;
  failures: number;
  last_failed_at: string;
}

/** The file of a finished report, in a table of its own: lists do not read it. Large ones have several parts. */
export interface QiesReportFileTable {
  report_id: number;
  /** 0, 1, … */
  part: number;
  content: Buffer;
}

/** A note that a user has read. */
export interface NoteReadTable {
  user_id: number;
  note_id: number;
  read_at: string;
}
