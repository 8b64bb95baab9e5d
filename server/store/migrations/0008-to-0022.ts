import type { MigrationSteps } from "./migration-steps";

const GROUPS = ["high", "medium", "low", "none", "long_stay"];

const PLACE_COUNTS = [
  ...["snf_adm", "ach_adm", "rth", "ed"],
  ...["h_events", "ed_events", "adm_events"],
  ...["residents", "resident_days", "long_residents", "long_resident_days"],
  ...["begun", "ended", "came", "left"].flatMap((change) =>
    GROUPS.map((group) => `${group}_${change}`),
  ),
];

export const MIGRATIONS_0008_TO_0022: MigrationSteps = {
  /** A changed stay touches few rows of these. Tables start empty; `figures_edition` says they are to be computed. */
  "0008-place-totals": [
    `
    create table place_totals (
      level integer not null,
      place_id ID not null,
      isnp integer not null,
      grain integer not null,
      day integer not null,
      ${PLACE_COUNTS.map((count) => `${count} ID not null`).join(", ")},
      constraint place_totals_key primary key (level, place_id, isnp, grain, day)
    ) CLUSTERED;
    create table absences (
      level integer not null,
      place_id ID not null,
      isnp integer not null,
      until_day integer not null,
      from_day integer not null,
      ${GROUPS.map((group) => `${group} integer not null`).join(", ")},
      constraint absences_key
        primary key (level, place_id, isnp, until_day, from_day)
    ) CLUSTERED;
    create table physician_spans (
      facility_id ID not null,
      isnp integer not null,
      npi ID not null,
      from_day integer not null,
      end_day integer,
      constraint physician_spans_key primary key (facility_id, isnp, npi, from_day)
    ) CLUSTERED;
    create index physician_spans_by_npi on physician_spans (npi);
    create table physician_histories (
      facility_id ID not null,
      npi ID not null,
      history BYTES not null,
      constraint physician_histories_key primary key (facility_id, npi)
    );
    create index physician_histories_by_npi
      on physician_histories (npi, facility_id);
    alter table data_state add column figures_edition integer default 0 not null;
    update data_state set figures_edition = 1 where origin = 'empty';
    drop table cumulative;
    drop table cumulative_spans;
    `,
  ],
  /** Existing figures count as changed by a version that concerned all places. */
  "0009-place-versions": [
    `
    create table place_versions (
      level integer not null,
      place_id ID not null,
      version integer not null,
      constraint place_versions_key primary key (level, place_id)
    ) CLUSTERED;
    alter table data_state add column narrow_versions integer default 0 not null;
    `,
  ],
  /** Rows imported before this have no time, so every message is newer. */
  "0010-feed": [
    `
    alter table facilities add column time_zone text;
    alter table facilities add column beds integer;
    create index patients_by_mrn on patients (mrn);
    alter table data_state add column feed_versions integer default 0 not null;
    alter table data_state add column fed_at text;
    alter table stays add column said_ms ID;
    alter table stays add column word_of text;
    alter table stays add column recorded text;
    alter table transfers add column said_ms ID;
    alter table transfers add column word_of text;
    alter table transfers add column recorded text;
    alter table transfers add column assumed integer default 0 not null;
    alter table merges add column word_of text;
    create table senders (
      sender text not null,
      facility text not null,
      role text not null,
      facility_id ID references facilities (id) on delete cascade,
      codes text not null,
      version ID not null,
      updated_at text not null,
      constraint senders_key primary key (sender, facility),
      constraint senders_role check (role in ('facility', 'hospital')),
      constraint senders_place check (role = 'hospital' or facility_id is not null)
    );
    create table feed_messages (
      id NEW_ID,
      digest text not null unique,
      received_at text not null,
      via text not null,
      encoding text not null,
      sender text,
      facility text,
      location text,
      control_id text,
      reused_id integer not null,
      type text not null,
      facts text,
      status text not null,
      reason text,
      facility_id ID,
      role text,
      said_at text,
      movement integer not null
    );
    create index feed_messages_by_facility_id_and_said_at
      on feed_messages (facility_id, said_at);
    create index feed_messages_by_control_id_and_sender
      on feed_messages (control_id, sender);
    create index feed_messages_by_sender_and_facility
      on feed_messages (sender, facility);
    create index feed_messages_by_status_and_id on feed_messages (status, id);
    create index feed_messages_movements
      on feed_messages (facility_id, said_at) where movement = 1;
    create table feed_raw (
      message_id ID primary key references feed_messages (id),
      content BYTES not null
    );
    create table feed_numbers (
      id NEW_ID,
      scope text not null,
      number text not null,
      patient_id ID references patients (id),
      constraint feed_numbers_key unique (number, scope)
    );
    create index feed_numbers_by_patient_id on feed_numbers (patient_id);
    create table feed_message_numbers (
      number_id ID not null references feed_numbers (id),
      message_id ID not null references feed_messages (id),
      constraint feed_message_numbers_key primary key (number_id, message_id)
    ) CLUSTERED;
    create index feed_message_numbers_by_message_id
      on feed_message_numbers (message_id);
    create table feed_facilities (
      facility_id ID primary key references facilities (id) on delete cascade,
      last_message_at text not null,
      last_movement_at text
    );
    `,
  ],
  "0011-resident-facts": [
    `
    alter table transfers add column minute_of_day integer;
    alter table transfers add column hospital text;
    alter table transfers add column unit text;
    alter table transfers add column reason text;
    alter table transfers add column diagnosis text;
    alter table transfers add column returned_on integer;
    alter table stays add column unit text;
    alter table patients add column forgotten_at text;
    `,
  ],
  /** Reviews reference no census row: imports and messages may remove a transfer, but what people wrote must stay. */
  "0012-reviews": [
    `
    create table reviews (
      id NEW_ID,
      transfer_id ID not null,
      patient_id ID not null,
      facility_id ID not null,
      transferred_on integer not null,
      npi ID,
      isnp integer not null,
      state text not null,
      version integer not null,
      answers text not null,
      avoidable text not null,
      causes text not null,
      owner_key text not null,
      due_on integer,
      done_on integer,
      constraint reviews_transfer unique (transfer_id, patient_id, facility_id),
      constraint reviews_state check (state in ('open', 'reviewed', 'signed'))
    );
    create index reviews_by_facility_id_and_transferred_on
      on reviews (facility_id, transferred_on);
    create index reviews_by_patient_id on reviews (patient_id);
    create table review_versions (
      review_id ID not null references reviews (id) on delete cascade,
      version integer not null,
      action text not null,
      changes text not null,
      amendment text,
      user_id ID not null,
      author text not null,
      at text not null,
      constraint review_versions_key primary key (review_id, version)
    );
    create table review_causes (
      id NEW_ID,
      text text not null,
      author text not null,
      added_at text not null,
      ended_at text
    );
    `,
  ],
  "0013-chart-notes": [
    `
    create table chart_notes (
      id NEW_ID,
      kind text not null,
      level text not null,
      place_id ID not null,
      measures text not null,
      starts_on integer not null,
      last_month integer,
      text text not null,
      frozen text,
      version integer not null,
      user_id ID not null,
      author text not null,
      added_at text not null,
      ended_by text,
      ended_at text,
      constraint chart_notes_kind check (kind in ('event', 'phase', 'baseline'))
    );
    create index chart_notes_by_level_and_place_id
      on chart_notes (level, place_id);
    `,
  ],
  "0014-cms-measures": [
    `
    create table cms_scores (
      ccn text not null,
      measure integer not null,
      state text,
      adjusted double precision,
      observed double precision,
      expected double precision,
      footnote text,
      period_from integer not null,
      period_to integer not null,
      processed_on integer not null,
      constraint cms_scores_key primary key (ccn, measure)
    );
    create table cms_averages (
      place text not null,
      measure integer not null,
      score double precision,
      processed_on integer not null,
      constraint cms_averages_key primary key (place, measure)
    );
    `,
  ],
  "0015-signal-visits": [
    `
    create table signal_visits (
      user_id ID not null primary key references users (id) on delete cascade,
      signed_in_at text not null,
      known_before text not null,
      known_now text not null
    );
    `,
  ],
  "0016-second-factors": [
    `
    create table second_factors (
      user_id ID not null primary key references users (id) on delete cascade,
      sealed_key text not null,
      last_step bigint not null,
      created_at text not null
    );
    create table recovery_codes (
      user_id ID not null references users (id) on delete cascade,
      code_hash text not null,
      constraint recovery_codes_key primary key (user_id, code_hash)
    );
    create table second_factor_rules (
      access_level text not null primary key,
      required_from text not null
    );
    `,
  ],
  "0017-organisation-accounts": [
    `
    -- The issuer may change, so a user can have an account of each.
    create table organisation_accounts (
      issuer text not null,
      subject text not null,
      user_id ID not null references users (id) on delete cascade,
      linked_at text not null,
      constraint organisation_accounts_key primary key (issuer, subject),
      constraint organisation_accounts_of_user unique (user_id, issuer)
    );
    create table link_codes (
      user_id ID not null primary key references users (id) on delete cascade,
      code_hash text not null unique,
      expires_at text not null
    );
    create table used_tickets (
      ticket text not null primary key,
      until text not null
    );
    alter table sessions add column of_organisation integer default 0 not null;
    `,
  ],
  "0018-passkeys": [
    `
    create table passkeys (
      credential_id text not null primary key,
      user_id ID not null references users (id) on delete cascade,
      public_key text not null,
      counter bigint not null,
      transports text not null,
      name text not null,
      created_at text not null,
      last_used_at text,
      last_asked bigint not null
    );
    create index passkeys_of_user on passkeys (user_id);
    `,
  ],
  "0019-groups": [
    `
    create table group_rules (
      id NEW_ID,
      name text not null unique,
      label text not null,
      access_level text not null,
      access_level_id text not null,
      isnp_only integer not null,
      version integer not null
    );
    create table organisation_sessions (
      session_id text not null primary key
        references sessions (id) on delete cascade,
      issuer text not null,
      subject text not null,
      provider_session text,
      sealed_refresh text,
      due_at text not null,
      good_until text not null
    );
    create index organisation_sessions_of_person
      on organisation_sessions (issuer, subject);
    alter table organisation_accounts
      add column by_groups integer default 0 not null;
    alter table users add column emergency_entry integer default 0 not null;
    `,
  ],
  "0020-cms-file-of-stars": [
    `
    alter table facilities add column stars_on integer;
    alter table facilities add column special_focus text
      check (special_focus in ('facility', 'candidate'));
    alter table facilities add column abuse integer default 0 not null;
    `,
  ],
  /** The index finds a facility's first discharge, if the census names no first day. */
  "0021-data-begin": [
    `
    alter table facilities add column data_from integer;
    create index stays_by_facility_id_and_discharged_on
      on stays (facility_id, discharged_on);
    `,
  ],
  /** The program computes all figures again after this. */
  "0022-stays-and-trips": [
    `
    alter table stays add column admitted_minute integer;
    alter table stays add column days_end integer;
    alter table transfers add column trip_id ID;
    alter table transfers add column trip_planned integer;
    create table joined_stays (
      id ID primary key,
      patient_id ID not null,
      stay text not null
    );
    create index joined_stays_by_patient on joined_stays (patient_id);
    `,
  ],
};
