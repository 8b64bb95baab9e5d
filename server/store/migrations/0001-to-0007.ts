import { sql, type Kysely, type RawBuilder } from "kysely";
import { epochDayOf, newYorkDay } from "~/domain/calendar";
import type { Schema } from "../schema";
import { keepRows, type MigrationSteps } from "./migration-steps";

export const MIGRATIONS_0001_TO_0007: MigrationSteps = {
  "0001-initial": [
    `
    create table divisions (
      id ID primary key,
      name text not null
    );
    create table regions (
      id ID primary key,
      name text not null,
      division_id ID not null references divisions (id)
    );
    create table facilities (
      id ID primary key,
      name text not null,
      region_id ID not null references regions (id),
      ccn text,
      overall integer,
      survey integer,
      quality integer,
      staffing integer,
      constraint facilities_overall check (overall between 1 and 5),
      constraint facilities_survey check (survey between 1 and 5),
      constraint facilities_quality check (quality between 1 and 5),
      constraint facilities_staffing check (staffing between 1 and 5)
    );
    create index regions_by_division_id on regions (division_id);
    create index facilities_by_region_id on facilities (region_id);
    create index facilities_by_ccn on facilities (ccn);
    create table physicians (
      npi ID primary key,
      first_name text,
      last_name text,
      credentials text,
      primary_specialty text,
      alternate_specialty text,
      organization_legal_name text
    );
    create table patients (
      id ID primary key,
      mrn text,
      first_name text,
      last_name text,
      frailty_score integer
    );
    create table stays (
      id ID primary key,
      patient_id ID not null references patients (id),
      facility_id ID not null references facilities (id),
      npi ID references physicians (npi),
      admitted_on integer not null,
      discharged_on integer,
      admitted_from text not null,
      isnp integer not null,
      long_stay_from integer not null,
      rth integer not null,
      ed integer not null,
      constraint stays_order check (discharged_on >= admitted_on),
      constraint stays_admitted_from
        check (admitted_from in ('hospital', 'community', 'other')),
      constraint stays_flags
        check (isnp in (0, 1) and rth in (0, 1) and ed in (0, 1))
    );
    create index stays_by_facility_id_and_admitted_on
      on stays (facility_id, admitted_on);
    create index stays_by_npi_and_facility_id_and_admitted_on
      on stays (npi, facility_id, admitted_on);
    create index stays_by_patient_id_and_facility_id_and_admitted_on
      on stays (patient_id, facility_id, admitted_on);
    create table transfers (
      id ID primary key,
      patient_id ID not null references patients (id),
      facility_id ID not null references facilities (id),
      transferred_on integer not null,
      outcome text not null,
      planned integer not null,
      stay_id ID references stays (id) on delete set null,
      long_stay integer not null,
      constraint transfers_outcome
        check (outcome in ('inpatient', 'observation', 'ed_only')),
      constraint transfers_flags check (planned in (0, 1) and long_stay in (0, 1))
    );
    create index transfers_by_patient_id_and_transferred_on
      on transfers (patient_id, transferred_on);
    create index transfers_by_facility_id_and_transferred_on
      on transfers (facility_id, transferred_on);
    create index transfers_by_stay_id on transfers (stay_id);
    create table notes (
      id ID primary key,
      patient_id ID not null references patients (id),
      facility_id ID not null references facilities (id),
      npi ID references physicians (npi),
      noted_at text not null,
      note_type text not null,
      note_text text not null,
      provider text,
      high_risk integer not null,
      constraint notes_high_risk check (high_risk in (0, 1))
    );
    create index notes_by_facility_id_and_noted_at
      on notes (facility_id, noted_at);
    create index notes_by_npi_and_noted_at on notes (npi, noted_at);
    create index notes_by_patient_id on notes (patient_id);
    create table users (
      id NEW_ID,
      username text not null,
      username_key text not null unique,
      firstname text not null,
      lastname text not null,
      password_hash text not null,
      access_level text not null,
      access_level_id text not null,
      isnp_only integer not null,
      version integer not null,
      created_at text not null,
      updated_at text not null,
      constraint users_isnp_only check (isnp_only in (0, 1))
    );
    create table sessions (
      id text not null primary key,
      user_id ID not null references users (id) on delete cascade,
      refresh_hash text not null,
      previous_refresh_hash text,
      rotated_at text not null,
      created_at text not null,
      last_seen_at text not null,
      revoked_at text
    );
    create index sessions_user on sessions (user_id);
    create index sessions_age on sessions (created_at);
    create table cumulative (
      facility_id ID not null references facilities (id) on delete cascade,
      isnp integer not null,
      day integer not null,
      days_of_care integer not null,
      snf_adm integer not null,
      ach_adm integer not null,
      rth integer not null,
      ed integer not null,
      pd_lt_doc integer not null,
      h_events integer not null,
      ed_events integer not null,
      adm_events integer not null,
      constraint cumulative_key primary key (facility_id, isnp, day)
    ) CLUSTERED;
    create table cumulative_spans (
      facility_id ID primary key references facilities (id) on delete cascade,
      first_day integer not null,
      last_day integer not null,
      open_stays integer not null,
      open_isnp_stays integer not null
    );
    create table data_state (
      id integer primary key,
      version integer not null,
      origin text not null,
      imported_at text,
      constraint data_state_one_row check (id = 1),
      constraint data_state_origin check (origin in ('empty', 'demo', 'import'))
    );
    insert into data_state (id, version, origin, imported_at)
      values (1, 0, 'empty', null);
    `,
  ],
  "0002-reports": [
    `
    create table qies_reports (
      id NEW_ID,
      facility_id ID not null references facilities (id) on delete cascade,
      user_id ID references users (id) on delete set null,
      isnp integer not null,
      report_category_id integer not null,
      report_type_id integer not null,
      name text not null,
      start_day integer,
      end_day integer,
      args text not null,
      file_type text not null,
      status text not null,
      requested_at text not null,
      attempts integer not null,
      next_attempt_at text not null,
      claim text,
      claimed_until text,
      file_name text,
      file_bytes integer,
      problem text,
      finished_at text,
      constraint qies_reports_isnp check (isnp in (0, 1)),
      constraint qies_reports_status check (
        status in ('requested', 'pending', 'automatic', 'completed', 'error')
      )
    );
    create index qies_reports_by_facility_id_and_requested_at
      on qies_reports (facility_id, requested_at);
    create index qies_reports_by_status_and_next_attempt_at
      on qies_reports (status, next_attempt_at);
    create index qies_reports_by_user_id on qies_reports (user_id);
    create table reports (
      id NEW_ID,
      report_id text not null unique,
      title text not null,
      type text not null,
      workspace_id text,
      powerbi_report_id text,
      row_level_role text,
      demo integer not null,
      constraint reports_type check (type in ('powerbi', 'other')),
      constraint reports_demo check (demo in (0, 1)),
      constraint reports_place check (
        type = 'other'
        or (workspace_id is not null and powerbi_report_id is not null)
      )
    );
    create table report_roles (
      report ID not null references reports (id) on delete cascade,
      role text not null,
      constraint report_roles_key primary key (report, role)
    ) CLUSTERED;
    insert into reports (report_id, title, type, demo) values
      ('after-hours-patient-report', 'After Hours Patient Report', 'other', 0),
      ('cms-qies-reports', 'CMS QIES Reports', 'other', 0),
      ('medical-staff-report', 'Medical Staff Report', 'other', 0);
    insert into report_roles (report, role)
      select id, 'physician' from reports
      where report_id = 'after-hours-patient-report'
      union all select id, 'facility' from reports
      where report_id <> 'medical-staff-report'
      union all select id, 'region' from reports
      union all select id, 'division' from reports
      union all select id, 'company' from reports
      union all select id, 'admin' from reports;
    create table note_reads (
      user_id ID not null references users (id) on delete cascade,
      note_id ID not null references notes (id) on delete cascade,
      read_at text not null,
      constraint note_reads_key primary key (user_id, note_id)
    ) CLUSTERED;
    create index note_reads_by_note_id on note_reads (note_id);
    create index notes_by_noted_at on notes (noted_at);
    `,
  ],
  "0003-audit": [
    `
    create table audit_events (
      id NEW_ID,
      at text not null,
      action text not null,
      user_id ID,
      username text,
      user_key text,
      target_user_id ID,
      target_username text,
      target_key text,
      details text not null,
      address text,
      request_id text
    );
    -- Pages are read newest first; the id breaks ties within a millisecond.
    create index audit_events_by_at_and_id on audit_events (at, id);
    create index audit_events_by_action_and_at_and_id
      on audit_events (action, at, id);
    create index audit_events_by_user_key_and_at_and_id
      on audit_events (user_key, at, id);
    create index audit_events_by_target_key_and_at_and_id
      on audit_events (target_key, at, id);
    -- Finds a user's sign-ins from an address.
    create index audit_sign_ins_by_user_key_and_address
      on audit_events (user_key, address, at) where action = 'sign_in';
    create table audit_horizon (
      id integer primary key,
      kept_from text not null,
      constraint audit_horizon_one check (id = 1)
    );
    insert into audit_horizon (id, kept_from)
      values (1, '1970-01-01T00:00:00.000Z');
    `,
    // All rows are kept while there is no horizon.
    keepRows(
      "audit_events",
      `old.at >= coalesce((select kept_from from audit_horizon where id = 1), '')`,
    ),
    `
    create table sign_in_failures (
      key text primary key,
      failures integer not null,
      last_failed_at text not null
    ) CLUSTERED;
    create index sign_in_failures_by_last_failed_at
      on sign_in_failures (last_failed_at);
    `,
  ],
  "0004-report-files": [
    `
    create table qies_report_files (
      report_id ID not null references qies_reports (id) on delete cascade,
      part integer not null,
      content BYTES not null,
      constraint qies_report_files_key primary key (report_id, part)
    );
    `,
    takePackedFiles,
  ],
  "0005-imports": [
    `
    create table imports (
      id NEW_ID,
      started_at text not null,
      ended_at text not null,
      outcome text not null,
      report text not null
    );
    `,
  ],
  "0006-data-reach": [
    `
    alter table facilities add column data_through integer;
    `,
    endDataAtLastImport,
    countTransfersOnce,
  ],
  "0007-patient-merges": [
    `
    create table merges (
      from_id ID primary key references patients (id),
      into_id ID not null references patients (id),
      merged_at text not null
    );
    create index merges_by_into_id on merges (into_id);
    alter table stays add column recorded_patient_id ID;
    alter table transfers add column recorded_patient_id ID;
    alter table notes add column recorded_patient_id ID;
    `,
  ],
};

/** Backups of older versions hold the report files in this table. */
const PACKED = "backup_report_files";

async function takePackedFiles(db: Kysely<Schema>): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === PACKED)) return;
  const packed = sql.table(PACKED);
  await sql`insert into qies_report_files
    select r.id, 0, p.content from ${packed} p join qies_reports r on r.file_name = p.name`.execute(
    db,
  );
  await sql`update qies_reports set file_name = null
    where file_name in (select name from ${packed})`.execute(db);
  await sql`drop table ${packed}`.execute(db);
}

/** Existing data are complete through their last import. */
async function endDataAtLastImport(db: Kysely<Schema>): Promise<void> {
  const state = await db
    .selectFrom("data_state")
    .select("imported_at")
    .executeTakeFirst();
  if (!state?.imported_at) return;
  const day = epochDayOf(newYorkDay(new Date(state.imported_at)));
  await db.updateTable("facilities").set("data_through", day).execute();
}

/** Of a repeated long-stay event the first counts, unplanned before planned, then by id. */
async function countTransfersOnce(db: Kysely<Schema>): Promise<void> {
  await sql`create temporary table repeats as
    select id, facility_id, transferred_on, outcome, planned, stay_id from (
      select transfers.*, row_number() over (
        partition by patient_id, facility_id, transferred_on, outcome order by planned, id) as place
      from transfers where long_stay = 1
    ) as told
    where told.place > 1`.execute(db);
  await sql`update cumulative set
      h_events = h_events - ${repeatsBefore("repeats.outcome <> 'ed_only' and repeats.planned = 0")},
      ed_events = ed_events - ${repeatsBefore("repeats.outcome = 'ed_only'")},
      adm_events = adm_events - ${repeatsBefore("repeats.outcome = 'inpatient' and repeats.planned = 0")}
    where facility_id in (select facility_id from repeats)`.execute(db);
  await sql`update transfers set long_stay = 0
    where id in (select id from repeats)`.execute(db);
  await sql`drop table repeats`.execute(db);
}

/** Number of repeats of a kind that a row of running totals has counted. */
function repeatsBefore(kind: string): RawBuilder<number> {
  return sql`(select count(*) from repeats join stays on stays.id = repeats.stay_id
    where repeats.facility_id = cumulative.facility_id and repeats.transferred_on <= cumulative.day
      and (cumulative.isnp = 0 or stays.isnp = 1) and ${sql.raw(kind)})`;
}
