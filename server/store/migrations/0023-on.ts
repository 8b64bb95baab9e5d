import { sql, type Kysely, type Selectable } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import type { FeedNumberTable } from "../feed-tables";
import type { Schema } from "../schema";
import {
  keepRows,
  releaseRows,
  type MigrationSteps,
  type RunStep,
} from "./migration-steps";

const KEPT_FROM = `coalesce((select kept_from from audit_horizon where id = 1), '')`;

export const MIGRATIONS_FROM_0023: MigrationSteps = {
  /** Deletes frozen baselines and session ids of the organisation's login; events and phases stay. */
  "0023-less-is-kept": [
    `
    delete from chart_notes where kind = 'baseline';
    alter table chart_notes drop column last_month;
    alter table chart_notes drop column frozen;
    alter table organisation_sessions drop column provider_session;
    `,
  ],
  "0024-version-of-reports": [
    "alter table qies_reports add column data_version ID",
  ],
  "0025-numbers-by-facility": [splitNumbersByFacility],
  /** Stored messages count as accepted. */
  "0026-bound-senders": [
    `
    alter table senders add column bound_to text default '' not null;
    alter table feed_messages add column came_from text;
    `,
  ],
  /** Company-wide queries count from these indexes alone, without reading or sorting a year's rows. */
  "0027-quick-questions": [
    `
    drop index stays_by_facility_id_and_admitted_on;
    create index stays_by_facility_id_and_admitted_on
      on stays (facility_id, admitted_on, discharged_on, patient_id, npi, isnp);
    drop index transfers_by_facility_id_and_transferred_on;
    create index transfers_by_facility_id_and_transferred_on
      on transfers (facility_id, transferred_on, trip_planned, stay_id, outcome,
        minute_of_day, hospital);
    create index transfers_by_transferred_on on transfers (transferred_on);
    create index transfers_with_assumed_outcome
      on transfers (assumed, facility_id, transferred_on) where assumed = 1;
    create index transfers_outside_stays
      on transfers (stay_id, facility_id, transferred_on) where stay_id is null;
    create index feed_messages_waiting
      on feed_messages (status, facility_id, reason) where status = 'waiting';
    create index reviews_with_open_action on reviews (facility_id)
      where due_on is not null and done_on is null;
    `,
  ],
  "0028-audited-residents": [
    `
    create table audited_residents (
      patient_id ID not null,
      event_id ID not null,
      constraint audited_residents_key primary key (patient_id, event_id)
    ) CLUSTERED;
    create index audited_residents_by_event on audited_residents (event_id);
    `,
    listAuditedResidents,
    // They may go with their event.
    keepRows(
      "audited_residents",
      `exists (select 1 from audit_events where id = old.event_id
        and at >= ${KEPT_FROM})`,
    ),
  ],
  "0029-discussions": [
    `
    create table discussions (
      facility_id ID not null,
      patient_id ID not null,
      discussed_on integer,
      discussed_at text,
      discussed_by text,
      line text not null,
      line_at text,
      line_by text,
      constraint discussions_key primary key (facility_id, patient_id)
    ) CLUSTERED;
    `,
  ],
  "0030-last-logins": [
    `
    alter table users add column last_login_at text;
    update users set last_login_at = (
      select max(audit_events.at) from audit_events
      where audit_events.action = 'sign_in'
    and audit_events.user_key = users.username_key
    and audit_events.user_id = users.id);
    `,
  ],
  /** Existing passwords count as chosen by their users. */
  "0031-initial-passwords": [
    "alter table users add column password_initial_until text",
  ],
  "0032-transfer-patterns": [indexTransfers("outcome, minute_of_day")],
  "0033-targets": [
    `
    create table targets (
      id NEW_ID,
      level text not null,
      place_id ID not null,
      measure text not null,
      hundredths integer not null,
      starts_on integer not null,
      reason text not null,
      version integer not null,
      user_id ID not null,
      author text not null,
      added_at text not null,
      ended_by text,
      ended_at text
    );
    create unique index targets_in_force
      on targets (level, place_id, measure) where ended_at is null;
    `,
  ],
  /** Like reviews, notices reference no census row. */
  "0034-transfer-notices": [
    `
    create table transfer_notices (
      id NEW_ID,
      transfer_id ID not null,
      patient_id ID not null,
      facility_id ID not null,
      transferred_on integer not null,
      npi ID,
      isnp integer not null,
      version integer not null,
      notice_on text not null,
      notice_to text not null,
      notice_by text not null,
      bed_hold_on text not null,
      ombudsman_on text not null,
      history text not null,
      constraint transfer_notices_transfer
        unique (transfer_id, patient_id, facility_id)
    );
    create index transfer_notices_by_facility_id_and_transferred_on
      on transfer_notices (facility_id, transferred_on);
    create index transfer_notices_by_patient_id
      on transfer_notices (patient_id);
    `,
  ],
  /** Reads the edition without the table of reviews, where answers take most room. */
  "0035-edition-of-reviews": [
    "create index reviews_by_version on reviews (version)",
  ],
  /** Counts doubtful stays without comparing those of each resident. The program computes all figures again after this. */
  "0036-doubtful-stays": [
    `
    alter table stays add column overlapping integer not null default 0;
    alter table stays add column lacks_transfer integer not null default 0;
    create index doubtful_stays on stays (facility_id, admitted_on)
      where overlapping = 1 or lacks_transfer = 1;
    `,
  ],
  /** Counts of today are read from these indexes alone. */
  "0037-quick-today": [
    `
    create index open_stays
      on stays (facility_id, admitted_on, admitted_from, long_stay_from,
        patient_id, isnp, discharged_on)
      where discharged_on is null;
    drop index stays_by_patient_id_and_facility_id_and_admitted_on;
    create index stays_by_patient_id_and_facility_id_and_admitted_on
      on stays (patient_id, facility_id, admitted_on, discharged_on,
        admitted_from);
    `,
  ],
  "0038-judged-signals": [
    `
    create table judged_signals (
      facility_id ID not null,
      isnp integer not null,
      day integer not null,
      asked text not null,
      cells text not null,
      constraint judged_signals_key primary key (facility_id, isnp, day)
    ) CLUSTERED;
    `,
  ],
  /** Compares the MRNs of few stays alone. */
  "0039-shared-record-numbers": [
    `
    alter table stays add column shares_mrn integer not null default 0;
    update stays set shares_mrn = 1 where patient_id in (
      select own.id from (
        select mrn from patients group by mrn having count(*) > 1) as shared
      join patients as own on own.mrn = shared.mrn);
    drop index doubtful_stays;
    create index doubtful_stays on stays (facility_id, admitted_on)
      where overlapping = 1 or lacks_transfer = 1 or shares_mrn = 1;
    `,
  ],
  /** Counts reviews from these indexes alone, without the answers. */
  "0040-counts-of-reviews": [
    `
    create index reviews_by_transfer_id
      on reviews (transfer_id, id, state, avoidable, causes);
    drop index reviews_by_facility_id_and_transferred_on;
    create index reviews_by_facility_id_and_transferred_on
      on reviews (facility_id, transferred_on, transfer_id, patient_id);
    `,
  ],
  /** Events that show the same residents share their list. */
  "0041-lists-of-audited-residents": [
    releaseRows("audit_events"),
    releaseRows("audited_residents"),
    `
    drop index audited_residents_by_event;
    alter table audited_residents rename column event_id to list_id;
    create index audited_residents_by_list_id on audited_residents (list_id);
    alter table audit_events add column list_id ID;
    update audit_events set list_id = id
      where id in (select list_id from audited_residents);
    create index audit_events_by_list_id_and_at
      on audit_events (list_id, at) where list_id is not null;
    `,
    keepRows("audit_events", `old.at >= ${KEPT_FROM}`),
    keepRows(
      "audited_residents",
      `exists (select 1 from audit_events
        where list_id = old.list_id and at >= ${KEPT_FROM})`,
    ),
  ],
  /** Counts transfers without their stays. The program computes all figures again after this. */
  "0042-facts-of-transfers": [
    `
    alter table transfers add column facts integer;
    alter table transfers add column npi ID;
    `,
    indexTransfers("facts, npi"),
  ],
  /** Counts reviews from one index, by the days of their transfers. The program computes all figures again after this. */
  "0043-reviews-by-day": [
    `
    drop index reviews_by_transfer_id;
    drop index reviews_by_facility_id_and_transferred_on;
    create index reviews_by_facility_id_and_transferred_on
      on reviews (facility_id, transferred_on, transfer_id, patient_id, state,
        avoidable, causes);
    `,
  ],
};

/** Events about a single resident get theirs. */
async function listAuditedResidents(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const patientId =
    dialect === "sqlite"
      ? sql`json_extract(details, '$.patient_id')`
      : sql`(details::json ->> 'patient_id')::bigint`;
  await sql`insert into audited_residents (patient_id, event_id)
    select ${patientId}, id from audit_events
    where action in ('view_resident', 'forget_resident') and ${patientId} is not null`.execute(
    db,
  );
}

/** SQLite counts transfers from the index alone. PostgreSQL counts in parallel and cannot index such long texts. */
function indexTransfers(columns: string): RunStep {
  return async (db, dialect) => {
    if (dialect !== "sqlite") return;
    const name = sql.ref("transfers_by_facility_id_and_transferred_on");
    await sql`drop index ${name}`.execute(db);
    await sql`create index ${name} on transfers (facility_id, transferred_on, trip_planned, stay_id,
      ${sql.raw(columns)}, hospital, unit, reason, diagnosis)`.execute(db);
  };
}

const isOfAuthority = sql<boolean>`scope not like '#%' and scope not like '@%'`;

/**
 * Splits an authority's identifier per facility. All copies keep its resident until the messages are applied again, so
 * no stored data, reviews or 'forgotten' marks are lost.
 */
async function splitNumbersByFacility(db: Kysely<Schema>): Promise<void> {
  const named = await db
    .selectFrom("feed_numbers")
    .innerJoin("feed_message_numbers", "number_id", "feed_numbers.id")
    .innerJoin("feed_messages", "feed_messages.id", "message_id")
    .where(isOfAuthority)
    .groupBy("feed_numbers.id")
    .having(sql`count(distinct coalesce(facility_id, -1))`, ">", 1)
    .select(["feed_numbers.id", "scope", "number", "patient_id"])
    .select(({ fn }) => fn.min("facility_id").as("kept"))
    .execute();
  await sql`update feed_numbers set scope = '#' || cast(kept as text) || scope
        from (select number_id, min(facility_id) as kept from feed_message_numbers
          join feed_messages on feed_messages.id = message_id group by number_id) as named
        where number_id = feed_numbers.id and kept is not null and ${isOfAuthority}`.execute(
    db,
  );
  for (const { kept, ...number } of named) await split(db, number, kept);
}

/** Messages without a facility keep the authority alone. */
async function split(
  db: Kysely<Schema>,
  { id, ...number }: Selectable<FeedNumberTable>,
  kept: number | null,
): Promise<void> {
  const messages = db
    .selectFrom("feed_message_numbers")
    .innerJoin("feed_messages", "feed_messages.id", "message_id")
    .where("number_id", "=", id);
  const rows = await messages.select("facility_id").distinct().execute();
  await db
    .updateTable("feed_messages")
    .set({ status: "stored", reason: null })
    .where("status", "in", ["used", "waiting"])
    .where("id", "in", messages.select("message_id"))
    .execute();
  for (const { facility_id } of rows) {
    if (facility_id === kept) continue;
    const place = facility_id === null ? "" : `#${facility_id}`;
    const added = await db
      .insertInto("feed_numbers")
      .values({ ...number, scope: `${place}${number.scope}` })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("feed_message_numbers")
      .set({ number_id: added.id })
      .where("number_id", "=", id)
      .where(
        sql<boolean>`exists (select 1 from feed_messages where id = message_id and facility_id is not distinct from ${facility_id})`,
      )
      .execute();
  }
}
