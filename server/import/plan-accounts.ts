import type { Kysely } from "kysely";
import type { Insertable, Selectable } from "kysely";
import { hashPassword, isPasswordOf } from "~server/auth/password";
import { demoAccountsAmong } from "~server/demo/remove-demo";
import type { Schema, UserTable } from "~server/store/schema";
import type { AccountRow } from "./read-accounts";

type StoredUser = Selectable<UserTable>;

export interface AccountPlan {
  added: Insertable<UserTable>[];
  changed: { id: number; from: StoredUser; set: Partial<StoredUser> }[];
  unchanged: number;
  removed: StoredUser[];
  /** Whether an account manager will be there. */
  hasAccountManager: boolean;
  /** Usernames that will be there and were not in the file. */
  kept: StoredUser[];
}

export interface AccountPlanOptions {
  /** The stored data are the demo organisation's, which goes away with its accounts. */
  overDemo: boolean;
  /** Accounts that the file does not name go away. */
  replace: boolean;
  now: Date;
}

/** All stored accounts. */
export function storedUsers(db: Kysely<Schema>): Promise<StoredUser[]> {
  return db.selectFrom("users").selectAll().orderBy("id").execute();
}

async function changesOf(
  account: AccountRow,
  stored: StoredUser,
  now: string,
): Promise<Partial<StoredUser> | null> {
  const wanted: Partial<StoredUser> = {
    username: account.username,
    firstname: account.firstname,
    lastname: account.lastname,
    access_level: account.accessLevel,
    access_level_id: account.accessLevelIds.join(" "),
    isnp_only: account.isnpOnly ? 1 : 0,
  };
  const keepsPassword =
    account.password === null ||
    (await isPasswordOf(stored.password_hash, account.password));
  if (!keepsPassword && account.password !== null) {
    wanted.password_hash = await hashPassword(account.password);
  }
  const same = Object.entries(wanted).every(
    ([column, value]) => stored[column as keyof StoredUser] === value,
  );
  return same
    ? null
    : { ...wanted, version: stored.version + 1, updated_at: now };
}

/**
 * Works out what an import does to the accounts. Passwords are checked and hashed here, which takes a good part of
 * a second for each, so that the database need not wait for it. The hash of a password that is still right is kept.
 */
export async function planAccounts(
  accounts: readonly AccountRow[] | null,
  stored: readonly StoredUser[],
  options: AccountPlanOptions,
  onAccount: (done: number, total: number) => void,
): Promise<AccountPlan> {
  const now = options.now.toISOString();
  const byKey = new Map(stored.map((user) => [user.username_key, user]));
  const named = new Set(accounts?.map(({ key }) => key));
  const plan: AccountPlan = {
    added: [],
    changed: [],
    unchanged: 0,
    removed: [],
    hasAccountManager: false,
    kept: [],
  };
  let done = 0;
  for (const account of accounts ?? []) {
    const user = byKey.get(account.key);
    if (user) {
      const set = await changesOf(account, user, now);
      if (set) {
        plan.changed.push({ id: user.id, from: user, set });
      } else {
        plan.unchanged += 1;
      }
    } else {
      plan.added.push({
        username: account.username,
        username_key: account.key,
        firstname: account.firstname,
        lastname: account.lastname,
        password_hash: await hashPassword(account.password ?? ""),
        access_level: account.accessLevel,
        access_level_id: account.accessLevelIds.join(" "),
        isnp_only: account.isnpOnly ? 1 : 0,
        version: 1,
        created_at: now,
        updated_at: now,
      });
    }
    onAccount((done += 1), accounts?.length ?? 0);
  }

  const bringsManager =
    accounts?.some(({ accessLevel }) => accessLevel === "account_manager") ??
    false;
  const demo = new Set(options.overDemo ? demoAccountsAmong(stored) : []);
  for (const user of stored) {
    if (named.has(user.username_key)) {
      continue;
    }
    const isReplaced =
      options.replace &&
      accounts !== null &&
      (bringsManager || user.access_level !== "account_manager");
    (demo.has(user) || isReplaced ? plan.removed : plan.kept).push(user);
  }
  plan.hasAccountManager =
    bringsManager ||
    plan.kept.some(({ access_level }) => access_level === "account_manager");
  return plan;
}

/** Whether the plan changes anything. */
export function changesAccounts(plan: AccountPlan): boolean {
  return plan.added.length + plan.changed.length + plan.removed.length > 0;
}
