import type { Insertable, Selectable } from "kysely";
import { epochDayOf, newYorkDay } from "~/domain/calendar";
import { hashPassword } from "~server/auth/password";
import { usernameKey } from "~/features/users/rules/username-key";
import type { Progress } from "~server/command-line/progress";
import { rebuildFigures } from "~server/measures/rebuild";
import { raiseVersionFrom } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import type { DataStateTable, UserTable } from "~server/store/schema";
import { DEMO_PASSWORD } from "~/features/users/rules/password-rules";
import { isDiskFull } from "~/runtime/database/sqlite-handle.server";
import { demoAccounts } from "./accounts";
import { storeDemoChartNotes } from "./chart-notes";
import { storeDemoCms } from "./cms-measures";
import { generateDemo } from "./generate";
import type { DemoOrganisation } from "./organisation";
import { longStoryOf } from "./long-story";
import { storeDemoReports } from "./reports";
import { storeDemoReviews } from "./reviews";
import { storeDemoRequests } from "./qies-requests";
import { storeDemo } from "./store-demo";

export interface DemoOptions {
  store: Store;
  now: Date;
  /** The setting DEMO. */
  wanted: boolean;
  progress: Progress;
  /** Whose name is in the demo's finished reports. */
  siteName: string;
}

/** Demo data end with the day they were made; after so many days they are made anew at the next start. */
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

/**
 * Fills an empty database with the demo organisation and its accounts, in one transaction. Demo data that are some
 * days old are made anew, while the accounts stay as they are. A database with imported data, or with accounts
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
  if (state.origin === "demo" && !isStale) {
    return "present";
  }
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
    await storeDemoChartNotes(db, data, now);
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
