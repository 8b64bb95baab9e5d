import type { Kysely, Selectable } from "kysely";
import { usernameKey } from "~/features/users/rules/name-rules";
import { NO_PASSWORD } from "~server/auth/password";
import type { Schema, UserTable } from "~server/store/schema";
import { DEMO_USERNAMES } from "./accounts";

type StoredUser = Selectable<UserTable>;

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

/** `isAllDemo` means all stored data are the demo's. */
export async function removeDemo(
  db: Kysely<Schema>,
  isAllDemo: boolean,
): Promise<void> {
  await db.deleteFrom("reports").where("demo", "=", 1).execute();
  // Visitors' texts too: a real facility may get a demo facility's id.
  if (!isAllDemo) return;
  await removeWritten(db);
  for (const table of ["cms_scores", "discussions", "review_causes"] as const) {
    await db.deleteFrom(table).execute();
  }
}

/** Renamed demo accounts are known by their shared password hash. */
export function demoAccountsAmong(users: readonly StoredUser[]): StoredUser[] {
  const keys = new Set<string>(DEMO_USERNAMES.map(usernameKey));
  const named = users.filter((user) => keys.has(user.username_key));
  const hashes = new Map<string, number>();
  for (const { password_hash } of named) {
    if (password_hash === NO_PASSWORD) continue;
    hashes.set(password_hash, (hashes.get(password_hash) ?? 0) + 1);
  }
  return users.filter(
    (user) => keys.has(user.username_key) || hashes.has(user.password_hash),
  );
}
