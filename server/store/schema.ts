import type { Generated, Kysely } from "kysely";
import type { NoteKind, NoteLevel } from "~/domain/graphs/note-kinds";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { Flag, QiesReportTable, RecordTables } from "./record-tables";
import type { FeedTables, SaidRow } from "./feed-tables";
import type { FigureTables } from "./figure-tables";
import type { CmsTables, FacilityStars } from "./cms-tables";
import type { ReviewTables } from "./review-tables";

/** An event or phase on the charts of a place (R375). The place is not a reference: an import may remove it. */
export interface ChartNoteTable {
  id: Generated<number>;
  kind: NoteKind;
  level: NoteLevel;
  /** 0 for the company. */
  place_id: number;
  /** Graph tags, separated by spaces. */
  measures: string;
  /** The day of an event; the first day of a phase. */
  starts_on: number;
  text: string;
  /** Incremented on every change, for optimistic locking. */
  version: number;
  /** Not a reference, as in the audit trail. */
  user_id: number;
  /** Their name at the time. */
  author: string;
  added_at: string;
  ended_by: string | null;
  ended_at: string | null;
}

/** A target for one measure of a place (R560); at most one is open. */
export interface TargetTable extends Omit<
  ChartNoteTable,
  "kind" | "measures" | "text"
> {
  measure: GraphTag;
  /** Percent or per 1,000, times 100. */
  hundredths: number;
  reason: string;
}

export interface SessionTable {
  /** Random; the token's `sid` claim. */
  id: string;
  user_id: number;
  /** SHA-256 of the current refresh token. */
  refresh_hash: string;
  /** SHA-256 of the previous one, accepted for a few seconds after a rotation. */
  previous_refresh_hash: string | null;
  rotated_at: string;
  created_at: string;
  last_seen_at: string;
  revoked_at: string | null;
  /** 1: it began with an organisation account, so a second factor is up to that login. */
  of_organisation: Generated<0 | 1>;
}

/**
 * Days count from 1970-01-01, instants are ISO 8601 in UTC, flags 0 or 1, so both databases hold equal values (R232).
 */
export interface Schema
  extends CmsTables, FeedTables, FigureTables, RecordTables, ReviewTables {
  divisions: { id: number; name: string };
  regions: { id: number; name: string; division_id: number };
  facilities: FacilityTable;
  physicians: PhysicianTable;
  patients: PatientTable;
  merges: MergeTable;
  stays: StayTable;
  joined_stays: JoinedStayTable;
  transfers: TransferTable;
  notes: NoteTable;
  users: UserTable;
  sessions: SessionTable;
  data_state: DataStateTable;
  reports: ReportTable;
  report_roles: ReportRoleTable;
  chart_notes: ChartNoteTable;
  discussions: DiscussionTable;
  targets: TargetTable;
}

export type { Flag, QiesReportTable };

export interface FacilityTable {
  id: number;
  name: string;
  region_id: number;
  /** CMS certification number, six characters. */
  ccn: string | null;
  overall: number | null;
  survey: number | null;
  quality: number | null;
  staffing: number | null;
  stars_on: Generated<FacilityStars["stars_on"]>;
  special_focus: Generated<FacilityStars["special_focus"]>;
  abuse: Generated<Flag>;
  /** Data cut-off: the last day with complete data (R245). Null: none, so nothing counts. */
  data_through: number | null;
  /** First day of its data; null: the day of its first discharge or transfer (R495). */
  data_from: Generated<number | null>;
  /** IANA name, such as `America/Chicago`; null: New York. */
  time_zone: Generated<string | null>;
  /** Certified beds, from CMS. */
  beds: Generated<number | null>;
}

export interface PhysicianTable {
  npi: number;
  first_name: string | null;
  last_name: string | null;
  credentials: string | null;
  primary_specialty: string | null;
  alternate_specialty: string | null;
  organization_legal_name: string | null;
}

export interface PatientTable {
  id: number;
  mrn: string | null;
  first_name: string | null;
  last_name: string | null;
  /** Newest score; −1 or null: none. */
  frailty_score: number | null;
  /** When the resident's name and texts were erased (R312). */
  forgotten_at: Generated<string | null>;
}

/** A duplicate registration. Census rows of one patient belong to the other; merges chain (R243). */
export interface MergeTable {
  from_id: number;
  into_id: number;
  merged_at: string;
  /** Null: the census. */
  word_of: Generated<"feed" | null>;
}

/** Facts about a stay that no figure needs; null: unknown (R309). */
export interface StayFacts {
  /** Current or last unit of the resident. */
  unit: Generated<string | null>;
  /** Arrival, 0 to 1439, by the facility's clock. Only messages have it. */
  admitted_minute: Generated<number | null>;
}

export interface TransferFacts {
  /** Departure, 0 to 1439, by the facility's clock. */
  minute_of_day: Generated<number | null>;
  hospital: Generated<string | null>;
  /** The resident's unit at the facility. */
  unit: Generated<string | null>;
  /** Reason given by the sender. */
  reason: Generated<string | null>;
  /** Diagnosis of the hospital. */
  diagnosis: Generated<string | null>;
  returned_on: Generated<number | null>;
}

export interface StayTable extends SaidRow, StayFacts {
  id: number;
  patient_id: number;
  /** The patient named by the census, if a merge changed it; else null (R243). */
  recorded_patient_id: number | null;
  facility_id: number;
  npi: number | null;
  admitted_on: number;
  discharged_on: number | null;
  admitted_from: "hospital" | "community" | "other";
  isnp: Flag;
  /** Derived: the day after the last one covered; null while open. Differs for a one-day stay (R68). */
  days_end: Generated<number | null>;
  /** Derived: the 101st cumulative day at the facility, even if the stay ends before. */
  long_stay_from: number;
  /** Derived: from hospital, and hospitalized 0 to 30 days after admission, up to the data cut-off. */
  rth: Flag;
  /** Derived: the same with an ED visit. */
  ed: Flag;
  /** Derived: shares a day with another stay of the resident at any facility (R297). */
  overlapping: Generated<Flag>;
  /** Derived: the resident came back from hospital, but no transfer there is known (R297). */
  lacks_transfer: Generated<Flag>;
  /** Derived: another resident may have the same MRN in the facility; where it is 0, none has. */
  shares_mrn: Generated<Flag>;
}

/** A stay of one registration, if several share one row of `stays` (R244); the first has the same id there. */
export interface JoinedStayTable {
  id: number;
  patient_id: number;
  /** The original row of `stays`, as JSON. */
  stay: string;
}

export interface TransferTable extends SaidRow, TransferFacts {
  id: number;
  patient_id: number;
  /** See {@link StayTable.recorded_patient_id}. */
  recorded_patient_id: number | null;
  facility_id: number;
  transferred_on: number;
  outcome: "inpatient" | "observation" | "ed_only";
  planned: Flag;
  /** Derived: the stay it ended, or the stay that includes its day (R75). */
  stay_id: number | null;
  /** Derived: the row that represents the transfer, if several rows describe it (R248). */
  trip_id: Generated<number | null>;
  /** Derived: whether the transfer was planned by all these rows; null if another row represents it. */
  trip_planned: Generated<Flag | null>;
  /** 1: no hospital reported the outcome; the nights away suggest it. */
  assumed: Generated<Flag>;
  /** Derived: the resident was long-stay in that facility on that day. Also 0 if another row represents the transfer. */
  long_stay: Flag;
  /** Derived: what it is counted by, see `packFacts`; null if another row represents the transfer. */
  facts: Generated<number | null>;
  /** Derived: the physician of its stay. */
  npi: Generated<number | null>;
}

export interface NoteTable {
  id: number;
  patient_id: number;
  /** See {@link StayTable.recorded_patient_id}. */
  recorded_patient_id: number | null;
  facility_id: number;
  npi: number | null;
  noted_at: string;
  note_type: string;
  note_text: string;
  provider: string | null;
  high_risk: Flag;
}

export interface DiscussionTable {
  facility_id: number;
  patient_id: number;
  /** Day by the facility's clock, instant, and name of the user. */
  discussed_on: Generated<number | null>;
  discussed_at: Generated<string | null>;
  discussed_by: Generated<string | null>;
  /** A reminder; it stays until somebody changes it. */
  line: string;
  line_at: Generated<string | null>;
  line_by: Generated<string | null>;
}

export interface UserTable {
  id: Generated<number>;
  username: string;
  /** The username in lower case: unique regardless of case. */
  username_key: string;
  firstname: string;
  lastname: string;
  password_hash: string;
  access_level: string;
  /** Ids separated by spaces. */
  access_level_id: string;
  isnp_only: Flag;
  /** Incremented on every change, for optimistic locking. */
  version: number;
  created_at: string;
  updated_at: string;
  /** 1: may use a password where others may not (`OIDC_ONLY`). */
  emergency_entry: Generated<Flag>;
  /** Null if they never logged in. */
  last_login_at: Generated<string | null>;
  /** When a password set by somebody else expires; null if the user chose it. */
  password_initial_until: Generated<string | null>;
}

/** A single row, id 1: which data are in the database. */
export interface DataStateTable {
  id: number;
  /** Incremented on every change of the data. */
  version: number;
  /** Versions that changed only figures of the places in `place_versions`. All others concern all places. */
  narrow_versions: Generated<number>;
  /** Versions that came from messages: the census did not change with them. */
  feed_versions: Generated<number>;
  origin: "empty" | "demo" | "import";
  /** When the data were last imported; null before the first import. */
  imported_at: string | null;
  /** When the feed last sent a message; null before the first. */
  fed_at: Generated<string | null>;
  /** Version of the program that computed the totals; 0 if they are still to be computed. */
  figures_edition: Generated<number>;
}

export interface ReportTable {
  id: Generated<number>;
  report_id: string;
  title: string;
  type: "powerbi" | "other";
  /** Power BI ids; null for other reports. */
  workspace_id: string | null;
  powerbi_report_id: string | null;
  /** Row-level security role for its viewers; null if its model has none. */
  row_level_role: string | null;
  /** 1: created and deleted with the demo organisation. */
  demo: Flag;
}

export interface ReportRoleTable {
  report: number;
  role: string;
}

export type Database = Kysely<Schema>;
