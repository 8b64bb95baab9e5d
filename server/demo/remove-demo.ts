import type { Kysely, Selectable } from "kysely";
import { usernameKey } from "~/features/users/rules/username-key";
import { NO_PASSWORD } from "~server/auth/password";
import type { Schema, UserTable } from "~server/store/schema";
import { DEMO_USERNAMES } from "./accounts";

type StoredUser = Selectable<UserTable>;

/** What the demo writes beside its census, its accounts and its embedded reports. */
const WRITTEN = [
  "qies_reports",
  "review_versions",
  "reviews",
  "chart_notes",
  "targets",
  "transfer_notices",
  "cms_averages",
] as const;

export async function removeWritten(db: Kysely<Schema>): Promise<void> {
  for (const table of WRITTEN) await db.deleteFrom(table).execute();
}

/**
 * Takes away what the demo has beside its census and its accounts, in the transaction that stores real data.
 *
 * @param isAllDemo whether the stored data are the demo organisation's
 */
export async function removeDemo(
  db: Kysely<Schema>,
  isAllDemo: boolean,
): Promise<void> {
  await db.deleteFrom("reports").where("demo", "=", 1).execute();
  // Those that visitors made too: a real facility may have the number of one of the demo.
  if (!isAllDemo) return;
  await removeWritten(db);
  for (const table of ["cms_scores", "discussions", "review_causes"] as const) {
    await db.deleteFrom(table).execute();
  }
}

/**
 * The demo accounts among the stored ones: those with their names, and those that share the hash of their
 * password, should one have been renamed.
 */
export function demoAccountsAmong(users: readonly StoredUser[]): StoredUser[] {
  const keys = new Set<string>(DEMO_USERNAMES.map(usernameKey));
  const named = users.filter((user) => keys.has(user.username_key));
  const hashes = new Map<string, number>();
  for (const { password_hash } of named) {
    // That of everybody who has none.
    if (password_hash === NO_PASSWORD) continue;
    hashes.set(password_hash, (hashes.get(password_hash) ?? 0) + 1);
  }
  return users.filter(
    (user) => keys.has(user.username_key) || hashes.has(user.password_hash),
  );
}
