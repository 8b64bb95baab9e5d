import type { Flag } from "./flag";
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

/** A resident whose data an event showed. No references: events outlive residents. */
export interface AuditedResidentTable {
  patient_id: number;
  event_id: number;
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

export interface NoteReadTable {
  user_id: number;
  note_id: number;
  read_at: string;
}

/** A requested CMS report and how far its making is (R175). */
export interface QiesReportTable {
  id: Generated<number>;
  facility_id: number;
  /** Who asked for it; null for the automatic ones, and where the user is gone. */
  user_id: number | null;
  /** 1: it holds the stays flagged ISNP alone, because who asked may see no others. */
  isnp: Flag;
  report_category_id: number;
  report_type_id: number;
  name: string;
  /** Days of New York; null for the reports without a range of dates. */
  start_day: number | null;
  end_day: number | null;
  /** The request's `args` as JSON. */
  args: string;
  file_type: string;
  status: "requested" | "pending" | "automatic" | "completed" | "error";
  requested_at: string;
  attempts: number;
  /** No worker takes it before. */
  next_attempt_at: string;
  /** Random, of the attempt that is under way; null where there is none. */
  claim: string | null;
  /** After this another worker may take it. */
  claimed_until: string | null;
  /** Of the file that an older version has left in a folder, until it is taken from there. */
  file_name: string | null;
  /** Size of the finished file. */
  file_bytes: number | null;
  /** Why there is no report, in words for its reader. */
  problem: string | null;
  finished_at: string | null;
  /** Of the data that it was made from; null where they are not ours, and of older ones. */
  data_version: number | null;
}
