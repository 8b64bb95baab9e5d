import type { Insertable, Selectable, Kysely } from "kysely";
import { epochDayOf, newYorkDay, type EpochDay } from "~/domain/calendar";
import { hashPassword } from "~server/auth/password";
import { usernameKey } from "~/features/users/rules/username-key";
import type { Progress } from "~server/command-line/progress";
import { derivePatient } from "~server/measures/derive-patient";
import { rebuildFigures } from "~server/measures/rebuild";
import { raiseVersionFrom } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import type { DataStateTable, UserTable, Schema } from "~server/store/schema";
import { DEMO_PASSWORD } from "~/features/users/rules/password-rules";
import { isDiskFull } from "~/runtime/database/sqlite-handle.server";
import { writeRows, type StoredValue } from "~server/store/write-rows";
import { demoAccounts } from "./accounts";
import { storeDemoChartNotes } from "./chart-notes";
import { storeDemoTargets } from "./targets";
import { storeDemoCms, demoCmsFile } from "./cms-measures";
import { generateDemo, type DemoData } from "./generate";
import type { DemoOrganisation } from "./organisation";
import { storeDemoReports } from "./reports";
import { storeDemoReviews } from "./reviews";
import { storeDemoNotices } from "./transfer-notices";
import { storeDemoRequests } from "./qies-requests";
import { longStoryOf } from "./stories";

export interface DemoOptions {
  store: Store;
  now: Date;
  /** The setting DEMO. */
  wanted: boolean;
  progress: Progress;
  /** Whose name is in the demo's finished reports. */
  siteName: string;
}

/** Demo data end with the day they were made; after so many days they are made again at the next start. */
export const DEMO_LASTS_DAYS = 3;

type DemoOutcome = "made" | "present" | "not-wanted";

function ageInDays(state: Selectable<DataStateTable>, now: Date): number {
  const made = state.imported_at ? new Date(state.imported_at) : new Date(0);
  return epochDayOf(newYorkDay(now)) - epochDayOf(newYorkDay(made));
}

async function accountRows(
  organisation: DemoOrganisation,
  now: Date,
): Promise<Insertable<UserTable>[]> {
  // One hash for all: hashing ten times would take a second of the first start.
  const hash = await hashPassword(DEMO_PASSWORD);
  return demoAccounts(organisation).map((account) => ({
    username: account.username,
    username_key: usernameKey(account.username),
    firstname: account.firstname,
    lastname: account.lastname,
    password_hash: hash,
    access_level: account.accessLevel,
    access_level_id: account.accessLevelIds.join(" "),
    isnp_only: account.isnpOnly ? 1 : 0,
    version: 1,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }));
}

/** What is stored where no demo is wanted: one all the same, no account at all, or something else. */
export async function demoLeft(
  store: Store,
): Promise<"demo" | "nothing" | "data"> {
  const { origin } = await store.db
    .selectFrom("data_state")
    .select("origin")
    .executeTakeFirstOrThrow();
  if (!(await hasAccounts(store))) return "nothing";
  return origin === "demo" ? "demo" : "data";
}

/** Whether anybody can sign in at all. */
async function hasAccounts({ db }: Store): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return user !== undefined;
}

function rowsOf(data: DemoData, today: EpochDay) {
  // Derived at once, so that the rebuild has no row of them to write again.
  const residents = data.residents.map((resident) => ({
    ...resident,
    derived: derivePatient(resident.stays, resident.transfers),
  }));
  return [
    rowsFor("divisions", "id name", data.divisions),
    rowsFor(
      "regions",
      "id name division_id",
      data.regions.map((one) => ({ ...one, division_id: one.divisionId })),
    ),
    rowsFor(
      "facilities",
      "id name region_id ccn overall survey quality staffing stars_on beds special_focus abuse data_through data_from",
      data.facilities.map((one) => ({
        ...one,
        region_id: one.regionId,
        overall: one.stars[0],
        survey: one.stars[1],
        quality: one.stars[2],
        staffing: one.stars[3],
        ...demoCmsFile(one, today),
        data_through: today,
        data_from:
          one.joinedDaysAgo === null ? null : today - one.joinedDaysAgo,
      })),
    ),
    rowsFor(
      "physicians",
      "npi first_name last_name credentials primary_specialty alternate_specialty organization_legal_name",
      data.physicians,
    ),
    rowsFor(
      "patients",
      "id mrn first_name last_name frailty_score",
      data.residents,
    ),
    rowsFor(
      "stays",
      "id patient_id facility_id npi admitted_on discharged_on admitted_from isnp days_end long_stay_from rth ed unit",
      residents.flatMap(({ stays, derived }) =>
        stays.map((stay, at) => ({ ...stay, ...derived.stays[at] })),
      ),
    ),
    rowsFor(
      "transfers",
      "id patient_id facility_id transferred_on outcome planned stay_id trip_id trip_planned long_stay assumed minute_of_day hospital unit reason diagnosis returned_on",
      residents.flatMap(({ transfers, derived }) =>
        transfers.map((transfer, at) => ({
          ...transfer,
          ...derived.transfers[at],
          assumed: transfer.assumed ?? 0,
        })),
      ),
    ),
    rowsFor(
      "notes",
      "id patient_id facility_id npi noted_at note_type note_text provider high_risk",
      data.notes,
    ),
  ];
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text;

/** Rows with these columns, their names with blanks between. */
function rowsFor<Columns extends string>(
  table: keyof Schema,
  columns: Columns,
  rows: readonly Partial<Record<Words<Columns>, StoredValue | undefined>>[],
) {
  const names = columns.split(" ") as Words<Columns>[];
  return {
    table,
    columns: names,
    rows: rows.map((row) => names.map((name) => row[name] ?? null)),
  };
}

/**
 * Writes the demo organisation's rows in place of those that are there. The figures are still to be rebuilt.
 *
 * @param today the day that the demo is made for, and that its data reach
 */
async function storeDemo(
  db: Kysely<Schema>,
  data: DemoData,
  today: EpochDay,
  onRows: (done: number, total: number) => void,
): Promise<void> {
  const tables = rowsOf(data, today);
  for (const { table } of [...tables].reverse()) {
    await db.deleteFrom(table).execute();
  }
  const total = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  let done = 0;
  for (const { table, columns, rows } of tables) {
    await writeRows(db, { table, columns }, rows, (count) =>
      onRows((done += count), total),
    );
  }
}

/**
 * Fills an empty database with the demo organisation and its accounts, in one transaction. Demo data that are some
 * days old are made again, while the accounts stay as they are. A database with imported data, or with accounts
 * of its own, is left alone.
 */
export async function ensureDemo(options: DemoOptions): Promise<DemoOutcome> {
  const { store, now, progress } = options;
  const state = await store.db
    .selectFrom("data_state")
    .selectAll()
    .executeTakeFirstOrThrow();
  const isStale =
    state.origin === "demo" && ageInDays(state, now) >= DEMO_LASTS_DAYS;
  if (
    !options.wanted ||
    state.origin === "import" ||
    (state.origin === "empty" && (await hasAccounts(store)))
  ) {
    return "not-wanted";
  }
  if (state.origin === "demo" && !isStale) return "present";
  const today = epochDayOf(newYorkDay(now));
  progress.step("Making the demo organisation");
  const data = generateDemo(now, (done, total) => progress.at(done, total));
  const accounts = isStale ? [] : await accountRows(data, now);

  progress.step("Storing it");
  const storing = store.db.transaction().execute(async (db) => {
    const isRaised = await raiseVersionFrom(db, state.version, "all", {
      origin: "demo",
      imported_at: now.toISOString(),
    });
    if (!isRaised) {
      // Another process was quicker, with demo data or an import of real ones.
      return "present";
    }
    await storeDemo(db, data, today, (done, total) => progress.at(done, total));
    await storeDemoReports(db);
    await storeDemoCms(db, data, today);
    if (accounts.length > 0) {
      await db
        .insertInto("users")
        .values(accounts)
        .onConflict((conflict) => conflict.column("username_key").doNothing())
        .execute();
    }
    progress.step("Working out the figures");
    await rebuildFigures(db, (done, total) => progress.at(done, total));
    await storeDemoReviews(db, data, now, longStoryOf(data, today)?.id);
    await storeDemoNotices(db, data, today);
    await storeDemoChartNotes(db, data, now);
    await storeDemoTargets(db, data, now);
    progress.step("Making the reports of the demo");
    await storeDemoRequests(db, data, options.siteName, now);
    return "made";
  });
  try {
    return await storing;
  } catch (error) {
    // A demo of some days ago is better than no start.
    if (isStale && isDiskFull(error)) return "present";
    throw error;
  } finally {
    progress.end();
  }
}
