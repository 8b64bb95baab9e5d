import { sql, type Kysely } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Viewer } from "~/domain/access/viewer";
import { epochDayOf } from "~/domain/calendar";
import { answersOf } from "~/features/reviews/rules/answers";
import type { Dialect } from "~/runtime/database/connect.server";
import { forgetResident } from "~server/forget/forget-resident";
import { checkFigures } from "~server/measures/check/check-figures";
import { rebuildFigures } from "~server/measures/rebuild";
import { readTotals } from "~server/measures/stay-figures";
import { insertCensus, type Census } from "~server/measures/testing/census";
import {
  addSender,
  applyAll,
  er7,
  messageStates,
  play,
} from "~server/messages/testing/played-feed";
import { columnsOf } from "~server/reviews/read-review";
import { findTransferToReview } from "~server/reviews/transfer-to-review";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { migrationsFor } from "./migrations-in-order";
import type { Store } from "./open-store";
import type { Schema } from "./schema";
import { openedForEach } from "~server/testing/opened";

async function migrateBy(
  name: string,
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  await migrationsFor(dialect)[name]!.up(db);
}

const IMPORTED = epochDayOf("2026-06-15");
const DAY = 20_400;

const stay = {
  patient_id: 1,
  facility_id: 111,
  npi: null,
  admitted_on: 20_000,
  discharged_on: null,
  admitted_from: "other" as const,
};
const transfer = {
  patient_id: 1,
  facility_id: 111,
  transferred_on: DAY,
  planned: 0 as const,
};

/** One resident with ISNP and one without; the first has transfers that two rows tell of. */
const CENSUS: Census = {
  reach: { 111: IMPORTED },
  patients: [1, 2].map((id) => ({
    id,
    first_name: null,
    last_name: null,
    frailty_score: null,
  })),
  stays: [
    { ...stay, id: 1, isnp: 1 },
    { ...stay, id: 2, patient_id: 2, isnp: 0 },
  ],
  transfers: [
    { ...transfer, id: 1, outcome: "inpatient", planned: 1 },
    { ...transfer, id: 2, outcome: "inpatient" },
    { ...transfer, id: 3, outcome: "inpatient" },
    { ...transfer, id: 4, outcome: "ed_only", transferred_on: DAY + 1 },
    { ...transfer, id: 5, outcome: "ed_only", transferred_on: DAY + 1 },
    { ...transfer, id: 6, patient_id: 2, outcome: "inpatient" },
  ],
};

describe.each(TEST_DIALECTS)(
  "a database from before the reach, on %s",
  (dialect) => {
    const store = openedForEach(() => openTestStore(dialect));

    const figures = () =>
      Promise.all(
        [false, true].map((isnp) =>
          readTotals(store.db, {
            facilityIds: "all",
            isnp,
            from: DAY - 10,
            to: DAY + 10,
          }),
        ),
      );

    it("has its data reach the day of its last import, and counts a transfer once that was told twice", async () => {
      const { db } = store;
      await insertCensus(db, CENSUS, []);
      await rebuildFigures(db);
      const expected = await figures();
      expect(expected[1]).toMatchObject({ h_events: 1, ed_events: 1 });
      await tellTwice(db);
      await db
        .transaction()
        .execute((trx) => migrateBy("0006-data-reach", trx, dialect));
      const transfers = await db
        .selectFrom("transfers")
        .select("long_stay")
        .orderBy("id")
        .execute();
      expect(transfers.map(({ long_stay }) => long_stay)).toEqual([
        0, 1, 0, 1, 0, 1,
      ]);
      await rebuildFigures(db);
      expect(await figures()).toEqual(expected);
      const facilities = await store.db
        .selectFrom("facilities")
        .select("data_through")
        .distinct()
        .execute();
      expect(facilities).toEqual([{ data_through: IMPORTED }]);
    });
  },
);

/** Has each row count, and the tables be those of an earlier version. */
async function tellTwice(db: Store["db"]): Promise<void> {
  await sql`update transfers set long_stay = 1`.execute(db);
  await sql`update data_state set imported_at = '2026-06-15T16:00:00.000Z'`.execute(
    db,
  );
  await sql`alter table facilities drop column data_through`.execute(db);
  await sql`create table cumulative (facility_id integer, isnp integer, day integer,
    h_events integer, ed_events integer, adm_events integer)`.execute(db);
}

it.each(TEST_DIALECTS)(
  "a database with frozen baselines keeps events and phases as they were, on %s",
  async (dialect) => {
    const { db, close } = await openTestStore(dialect);
    onTestFinished(close);
    await db.schema.dropTable("chart_notes").execute();
    await migrateBy("0013-chart-notes", db, dialect);
    await sql`alter table organisation_sessions add provider_session text`.execute(
      db,
    );
    const write = (kind: string, frozen: string | null, ended: string) =>
      sql`insert into chart_notes (kind, level, place_id, measures, starts_on,
          last_month, text, frozen, version, user_id, author, added_at, ended_at)
          values (${kind}, 'region', 11, 'rth_30', 20000, ${frozen && 20_300},
          ${kind}, ${frozen}, 1, 7, 'Ada', '2026-01-01', nullif(${ended}, ''))`.execute(
        db,
      );
    await write("event", null, "");
    await write("baseline", "{}", "");
    await write("phase", null, "2026-02-01");
    await write("baseline", "{}", "2026-02-01");
    await db
      .transaction()
      .execute((trx) => migrateBy("0023-less-is-kept", trx, dialect));
    const rows = await db
      .selectFrom("chart_notes")
      .selectAll()
      .orderBy("id")
      .execute();
    const row = {
      level: "region",
      place_id: 11,
      measures: "rth_30",
      starts_on: 20_000,
      version: 1,
      user_id: 7,
      author: "Ada",
      added_at: "2026-01-01",
      ended_by: null,
    };
    expect(rows).toEqual([
      { ...row, id: 1, kind: "event", text: "event", ended_at: null },
      { ...row, id: 3, kind: "phase", text: "phase", ended_at: "2026-02-01" },
    ]);
  },
);

it.each(TEST_DIALECTS)(
  "the audit trail tells when present users last logged in, on %s",
  async (dialect) => {
    const { db, close } = await openTestStore(dialect);
    onTestFinished(close);
    await db.schema.alterTable("users").dropColumn("last_login_at").execute();
    for (const name of ["ada", "bea"]) {
      await sql`insert into users (username, username_key, firstname, lastname, password_hash,
          access_level, access_level_id, isnp_only, version, created_at, updated_at)
          values (${name}, ${name}, 'A', 'B', '!', 'company', '0', 0, 1, '2026-01-01', '2026-01-01')`.execute(
        db,
      );
    }
    const record = (at: string, action: string) =>
      sql`insert into audit_events (at, action, user_id, username, user_key, details)
          select ${at}, ${action}, id, username, username_key, '{}' from users where username = 'ada'`.execute(
        db,
      );
    await record("2026-03-02", "sign_in");
    await record("2026-03-01", "sign_in");
    await record("2026-03-03", "sign_out");
    await db
      .transaction()
      .execute((trx) => migrateBy("0030-last-logins", trx, dialect));
    const rows = await db
      .selectFrom("users")
      .select(["username", "last_login_at"])
      .orderBy("username")
      .execute();
    expect(rows).toEqual([
      { username: "ada", last_login_at: "2026-03-02" },
      { username: "bea", last_login_at: null },
    ]);
  },
);

const COMPANY: Viewer = {
  accessLevel: "company",
  accessLevelIds: [0],
  isnpOnly: false,
};

const SAID: Record<string, string> = { A01: "02", A21: "10", A04: "11" };

const told = (event: string, facility: string, who: string, more = {}) =>
  er7(event, `202606${SAID[event]}0900`, {
    facility,
    who: `${who}^^^LTC^MR`,
    pv1: { 36: event === "A21" ? "02" : "" },
    ...more,
  });

it.each(TEST_DIALECTS)(
  "a number that several facilities name becomes one of each, with reviews, marks and outcomes, on %s",
  async (dialect) => {
    const { db, close } = await openTestStore(dialect);
    onTestFinished(close);
    const reach = { 111: epochDayOf("2026-06-05") };
    const nothing = { patients: [], stays: [], transfers: [] };
    await insertCensus(db, { ...nothing, reach }, []);
    // So numbers were stored before the migration: by their authority alone.
    const codes = "PID-3.4:LTC=SHARED";
    await addSender(db, { codes });
    await addSender(db, { codes, facility: "ALDER", facility_id: 112 });
    await addSender(db, { sender: "EPIC", facility: "GH", role: "hospital" });
    await play(db, [
      ...["WILLOW", "ALDER"].flatMap((facility) => [
        told("A01", facility, "71"),
        told("A21", facility, "71"),
        told("A01", facility, "72"),
      ]),
      told("A01", "ALDER", "73"),
      told("A04", "GH", "73", {
        ...{ sender: "EPIC", id: "NOTICE", pv1: { 2: "E" } },
      }),
    ]);
    const transfers = () =>
      db
        .selectFrom("transfers")
        .select(["id", "facility_id", "outcome", "patient_id"])
        .orderBy("id")
        .execute();
    const before = await transfers();
    expect(before).toHaveLength(3);
    for (const { id, patient_id, facility_id } of before) {
      await db
        .insertInto("reviews")
        .values({
          ...{ transfer_id: id, patient_id, facility_id, npi: null, isnp: 0 },
          ...{ transferred_on: epochDayOf("2026-06-10"), version: 1 },
          ...{ state: "open", ...columnsOf(answersOf({ change: `${id}` })) },
        })
        .execute();
    }
    const { patient_id } = await db
      .selectFrom("feed_numbers")
      .where("number", "=", "72")
      .select("patient_id")
      .executeTakeFirstOrThrow();
    const now = new Date("2026-06-20T12:00:00Z");
    await forgetResident(db, Number(patient_id), { isDryRun: false, now });
    await db.updateTable("senders").set({ codes: "" }).execute();

    await db
      .transaction()
      .execute((trx) => migrateBy("0025-numbers-by-facility", trx, dialect));
    await applyAll(db);

    const after = await transfers();
    expect(after).toEqual(
      before.map((row) => ({ ...row, patient_id: expect.any(Number) })),
    );
    expect(new Set(after.map((row) => row.patient_id)).size).toBe(3);
    for (const { id, patient_id } of after) {
      const found = await findTransferToReview(db, COMPANY, id);
      const { patient_id: of } = await db
        .selectFrom("reviews")
        .where("id", "=", Number(found?.written_id))
        .select("patient_id")
        .executeTakeFirstOrThrow();
      expect(of).toBe(patient_id);
    }
    // The resident of one facility is known by the same id as before.
    expect(after.map((row) => row.patient_id)).toContain(before[0]?.patient_id);
    expect(await messageStates(db)).toMatchObject({ NOTICE: "used" });
    await play(
      db,
      ["WILLOW", "ALDER"].map((at) => told("A08", at, "72")),
    );
    const names = await db
      .selectFrom("stays")
      .innerJoin("patients", "patients.id", "patient_id")
      .where("forgotten_at", "is not", null)
      .select(["facility_id", "last_name"])
      .orderBy("facility_id")
      .execute();
    expect(names).toEqual([
      { facility_id: 111, last_name: null },
      { facility_id: 112, last_name: null },
    ]);
    expect((await checkFigures(db)).places).toEqual([]);
  },
);
