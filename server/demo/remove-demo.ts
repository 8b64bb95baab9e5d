import type { Kysely, Selectable } from "kysely";
import { usernameKey } from "~/features/users/rules/username-key";
import { NO_PASSWORD } from "~server/auth/password";
import type { Schema, UserTable } from "~server/store/schema";
import { DEMO_USERNAMES } from "./accounts";
import { removeDemoReports } from "./reports";
import { removeReviews } from "./reviews";

type StoredUser = Selectable<UserTable>;

/**
 * Takes away what the demo has beside its census and its accounts, in the transaction that stores real data.
 *
 * @param isAllDemo whether the stored data are the demo organisation's
 */
export async function removeDemo(
  db: Kysely<Schema>,
  isAllDemo: boolean,
): Promise<void> {
  await removeDemoReports(db);
  // Those that visitors made too: a real facility may have the number of one of the demo.
  if (!isAllDemo) return;
  await db.deleteFrom("qies_reports").execute();
  await removeReviews(db);
  await db.deleteFrom("review_causes").execute();
  await db.deleteFrom("chart_notes").execute();
  await db.deleteFrom("targets").execute();
  await db.deleteFrom("discussions").execute();
  await db.deleteFrom("transfer_notices").execute();
  await db.deleteFrom("cms_scores").execute();
  await db.deleteFrom("cms_averages").execute();
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
