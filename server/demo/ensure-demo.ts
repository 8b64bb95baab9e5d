import type { Kysely, Selectable } from "kysely";
import { epochDayOf, newYorkDay } from "~/domain/calendar";
import { DEMO_PASSWORD } from "~/features/users/rules/password-rules";
import { usernameKey } from "~/features/users/rules/name-rules";
import { isDiskFull } from "~/runtime/database/sqlite-handle.server";
import { hashPassword } from "~server/auth/password";
import type { Progress } from "~server/command-line/progress";
import { rebuildFigures } from "~server/measures/rebuild";
import { raiseVersionFrom } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import type { DataStateTable, Schema } from "~server/store/schema";
import { writeObjects } from "~server/store/write-rows";
import { demoAccounts, storedAccounts } from "./accounts";
import { storeDemoCharts } from "./charts";
import { storeDemoCms } from "./cms-scores";
import { generateDemo, type DemoData } from "./generate";
import type { DemoOrganisation } from "./organisation";
import { storeDemoRequests } from "./qies-requests";
import { removeWritten } from "./remove-demo";
import { storeDemoReports } from "./reports";
import { patientRow } from "./residents";
import { storeDemoReviews } from "./reviews";
import { storeDemoNotices } from "./transfer-notices";

export interface DemoOptions {
  store: Store;
  now: Date;
  wanted: boolean;
  progress: Progress;
  /** The name in the finished reports. */
  siteName: string;
}

/** Demo data end on the day they were made, so they are renewed after this. */
export const DEMO_LASTS_DAYS = 3;

type DemoOutcome = "made" | "present" | "not-wanted";

function ageInDays(state: Selectable<DataStateTable>, now: Date): number {
  const made = state.imported_at ? new Date(state.imported_at) : new Date(0);
  return epochDayOf(newYorkDay(now)) - epochDayOf(newYorkDay(made));
}

async function accountRows(organisation: DemoOrganisation, now: Date) {
  // Ten separate hashes take a second of the first start.
  const password_hash = await hashPassword(DEMO_PASSWORD);
  return demoAccounts(organisation).map(
    ({ username, firstname, lastname, ...account }) => ({
      ...{ username, firstname, lastname, password_hash, version: 1 },
      username_key: usernameKey(username),
      access_level: account.accessLevel,
      access_level_id: account.accessLevelIds.join(" "),
      isnp_only: account.isnpOnly ? (1 as const) : (0 as const),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    }),
  );
}

/** Finds what is stored although no demo is wanted; "nothing" without an account. */
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

async function hasAccounts({ db }: Store): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return user !== undefined;
}

/** The caller must rebuild the figures. */
async function storeDemo(db: Kysely<Schema>, data: DemoData): Promise<void> {
  const tables = [
    ["divisions", data.divisions],
    ["regions", data.regions],
    ["facilities", data.facilities.map(({ row }) => row)],
    ["physicians", data.physicians],
    ["patients", data.residents.map(patientRow)],
    ["stays", data.stays],
    ["transfers", data.transfers],
    ["notes", data.notes],
  ] as const;
  for (const [table] of [...tables].reverse()) {
    await db.deleteFrom(table).execute();
  }
  for (const [table, rows] of tables) await writeObjects(db, table, rows);
}

/** Fills an empty database in one transaction; renews old demo data and keeps accounts. Leaves other data alone. */
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
  progress.step("Making the demo organisation");
  const data = generateDemo(now);
  const accounts = isStale ? [] : await accountRows(data, now);

  progress.step("Storing it");
  const storing = store.db.transaction().execute(async (db) => {
    const isRaised = await raiseVersionFrom(db, state.version, "all", {
      origin: "demo",
      imported_at: now.toISOString(),
    });
    if (!isRaised) {
      // Another process was faster, with demo data or an import.
      return "present";
    }
    await storeDemo(db, data);
    await storeDemoReports(db);
    await removeWritten(db);
    await storeDemoCms(db, data);
    if (accounts.length > 0) {
      await db
        .insertInto("users")
        .values(accounts)
        .onConflict((conflict) => conflict.column("username_key").doNothing())
        .execute();
    }
    progress.step("Working out the figures");
    await rebuildFigures(db, (done, total) => progress.at(done, total));
    const stored = await storedAccounts(db, data);
    await storeDemoReviews(db, data, stored, now);
    await storeDemoNotices(db, data);
    await storeDemoCharts(db, stored, now);
    progress.step("Making the reports of the demo");
    await storeDemoRequests(db, stored, options.siteName, now);
    return "made";
  });
  try {
    return await storing;
  } catch (error) {
    // An old demo is better than no start.
    if (isStale && isDiskFull(error)) return "present";
    throw error;
  } finally {
    progress.end();
  }
}
