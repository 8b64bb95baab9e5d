import type { Generated, Kysely } from "kysely";
import type { NoteKind, NoteLevel } from "~/domain/graphs/note-kinds";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { UserRecordTables } from "./account-tables";
import type {
  AuditedResidentTable,
  AuditEventTable,
  AuditHorizonTable,
  ImportTable,
  NoteReadTable,
  QiesReportFileTable,
  QiesReportTable,
  SignInFailureTable,
} from "./record-tables";
import type {
  FeedFacilityTable,
  FeedMessageNumberTable,
  FeedMessageTable,
  FeedNumberTable,
  FeedRawTable,
  SaidRow,
  SenderTable,
} from "./feed-tables";
import type { Flag } from "./flag";
import type {
  AbsenceTable,
  PhysicianHistoryTable,
  PhysicianSpanTable,
  PlaceTotalsTable,
  PlaceVersionTable,
} from "./figure-tables";
import type { CmsTables, FacilityStars } from "./cms-tables";
import type {
  ReviewCauseTable,
  ReviewTable,
  ReviewVersionTable,
  TransferNoticeTable,
} from "./review-tables";

/** What people have written on the charts of a place (R375). Its place is no reference: an import may take the place away. */
export interface ChartNoteTable {
  id: Generated<number>;
  kind: NoteKind;
  level: NoteLevel;
  /** 0 for the company. */
  place_id: number;
  /** Tags of graphs, separated by spaces. */
  measures: string;
  /** The day of an event; the first day of a phase. */
  starts_on: number;
  text: string;
  /** Grows with every change, for optimistic locking. */
  version: number;
  /** Not a reference, as in the audit trail. */
  user_id: number;
  /** Their name at the time. */
  author: string;
  added_at: string;
  ended_by: string | null;
  ended_at: string | null;
}

/** A target of one measure of a place (R560); one at most that nobody has ended. */
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
  /** SHA-256 of the refresh token in force. */
  refresh_hash: string;
  /** SHA-256 of the one before it, honoured for a few seconds after a rotation. */
  previous_refresh_hash: string | null;
  rotated_at: string;
  created_at: string;
  last_seen_at: string;
  revoked_at: string | null;
  /** 1: it began with an organisation account, whose own sign-in asks for what it asks for. */
  of_organisation: Generated<0 | 1>;
}

/**
 * The tables of the data server. Days are whole numbers (days since 1970-01-01), instants ISO 8601 text in
 * UTC, flags 0 or 1, so that SQLite and PostgreSQL hold the same values (R232).
 */
export interface Schema extends CmsTables, UserRecordTables {
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
  place_totals: PlaceTotalsTable;
  absences: AbsenceTable;
  physician_spans: PhysicianSpanTable;
  physician_histories: PhysicianHistoryTable;
  place_versions: PlaceVersionTable;
  data_state: DataStateTable;
  imports: ImportTable;
  qies_reports: QiesReportTable;
  qies_report_files: QiesReportFileTable;
  reports: ReportTable;
  report_roles: ReportRoleTable;
  note_reads: NoteReadTable;
  audit_events: AuditEventTable;
  audited_residents: AuditedResidentTable;
  audit_horizon: AuditHorizonTable;
  sign_in_failures: SignInFailureTable;
  senders: SenderTable;
  feed_messages: FeedMessageTable;
  feed_raw: FeedRawTable;
  feed_numbers: FeedNumberTable;
  feed_message_numbers: FeedMessageNumberTable;
  feed_facilities: FeedFacilityTable;
  reviews: ReviewTable;
  review_versions: ReviewVersionTable;
  review_causes: ReviewCauseTable;
  transfer_notices: TransferNoticeTable;
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
  /** Reach: the last day through which its data are complete (R245). Null: none is, so nothing counts. */
  data_through: number | null;
  /** The first day of its data; null: that of its first discharge or transfer (R495). */
  data_from: Generated<number | null>;
  /** Of the IANA database, such as `America/Chicago`; null: New York. */
  time_zone: Generated<string | null>;
  /** Certified beds, as CMS has them. */
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
  /** When the name and the texts of the resident were taken away for good (R312). */
  forgotten_at: Generated<string | null>;
}

/** A resident who was registered twice. What the census says of one patient is of the other, chains followed (R243). */
export interface MergeTable {
  from_id: number;
  into_id: number;
  merged_at: string;
  /** Who said it; null: the census. */
  word_of: Generated<"feed" | null>;
}

/** What is known of a stay beside what figures are made of; null: not known (R309). */
export interface StayFacts {
  /** Where in the building the resident lives, or lived last. */
  unit: Generated<string | null>;
  /** When the resident came, 0 to 1439, by the facility's clock. Messages alone tell it. */
  admitted_minute: Generated<number | null>;
}

/** The same of a transfer. */
export interface TransferFacts {
  /** When the resident left, 0 to 1439, by the facility's clock. */
  minute_of_day: Generated<number | null>;
  hospital: Generated<string | null>;
  /** Where in the building the resident lived. */
  unit: Generated<string | null>;
  /** Why, in the words of whoever sent the resident. */
  reason: Generated<string | null>;
  /** What the hospital found. */
  diagnosis: Generated<string | null>;
  returned_on: Generated<number | null>;
}

export interface StayTable extends SaidRow, StayFacts {
  id: number;
  patient_id: number;
  /** The patient that the census names, where a merge made it another; else null (R243). */
  recorded_patient_id: number | null;
  facility_id: number;
  npi: number | null;
  admitted_on: number;
  discharged_on: number | null;
  admitted_from: "hospital" | "community" | "other";
  isnp: Flag;
  /** Derived: the day after the last one that it covers; null while it is open. Other than `discharged_on` for a stay of one day (R68). */
  days_end: Generated<number | null>;
  /**
   * Derived at import: the day from which the resident is long-stay in this stay (the 101st cumulative day
   * there), also where the stay ends before it.
   */
  long_stay_from: number;
  /**
   * Derived: admitted from hospital, with a hospitalization 0 to 30 days after admission. A transfer counts that its
   * facility's data reach.
   */
  rth: Flag;
  /** Derived: the same with an ED visit. */
  ed: Flag;
}

/**
 * A stay as one registration of a resident tells it, where several tell of it and `stays` has one for all (R244). The first of them
 * has the same id there.
 */
export interface JoinedStayTable {
  id: number;
  patient_id: number;
  /** The row of `stays` as it was, as JSON. */
  stay: string;
}

export interface TransferTable extends SaidRow, TransferFacts {
  id: number;
  patient_id: number;
  /** As of a stay. */
  recorded_patient_id: number | null;
  facility_id: number;
  transferred_on: number;
  outcome: "inpatient" | "observation" | "ed_only";
  planned: Flag;
  /** Derived: the stay that it ended, or that holds its day (R75). */
  stay_id: number | null;
  /** Derived: the row that stands for the transfer, of all that tell of it (R248). */
  trip_id: Generated<number | null>;
  /** Derived: whether the transfer was planned, by all these rows; null where another row stands for it. */
  trip_planned: Generated<Flag | null>;
  /** 1: no hospital has told the outcome; it follows from the nights away. */
  assumed: Generated<Flag>;
  /**
   * Derived: the resident was long-stay in that facility on that day. 0 too where another row stands for the transfer.
   */
  long_stay: Flag;
}

export interface NoteTable {
  id: number;
  patient_id: number;
  /** As of a stay. */
  recorded_patient_id: number | null;
  facility_id: number;
  npi: number | null;
  noted_at: string;
  note_type: string;
  note_text: string;
  provider: string | null;
  high_risk: Flag;
}

/** What morning meetings leave of a resident at a facility. */
export interface DiscussionTable {
  facility_id: number;
  patient_id: number;
  /** The day by the facility's clock, with its instant and the name of who said it. */
  discussed_on: Generated<number | null>;
  discussed_at: Generated<string | null>;
  discussed_by: Generated<string | null>;
  /** What is to be remembered; it stands until somebody changes it. */
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
  /** Grows with every change, for optimistic locking. */
  version: number;
  created_at: string;
  updated_at: string;
  /** 1: may log in with a password where the others may not (`OIDC_ONLY`). */
  emergency_entry: Generated<Flag>;
  /** Null for a user who has never logged in. */
  last_login_at: Generated<string | null>;
  /** Until when a password is good that somebody else has set; null for the user's own. */
  password_initial_until: Generated<string | null>;
}

/** One row, id 1: which data are in the database. */
export interface DataStateTable {
  id: number;
  /** Grows with every change of the data. */
  version: number;
  /**
   * How many of the versions changed nothing but figures of the places that they name in `place_versions`. All others
   * concern all places.
   */
  narrow_versions: Generated<number>;
  /** How many of the versions are of messages: what a census says has not changed with them. */
  feed_versions: Generated<number>;
  origin: "empty" | "demo" | "import";
  /** When the data were last imported; null before the first time. */
  imported_at: string | null;
  /** When a facility's feed last said anything; null before the first time. */
  fed_at: Generated<string | null>;
  /** Which edition of the program has worked out the totals; 0 where it is still to be done. */
  figures_edition: Generated<number>;
}

/** A report of the list (R210). */
export interface ReportTable {
  id: Generated<number>;
  /** Its slug. */
  report_id: string;
  title: string;
  type: "powerbi" | "other";
  /** Ids of Power BI; null for the others. */
  workspace_id: string | null;
  powerbi_report_id: string | null;
  /** Role of row-level security that its viewers get; null where its model has none. */
  row_level_role: string | null;
  /** 1: made with the demo organisation, and gone with it. */
  demo: Flag;
}

/** An access level that may see a report. */
export interface ReportRoleTable {
  /** `reports.id` */
  report: number;
  role: string;
}

export type Database = Kysely<Schema>;
