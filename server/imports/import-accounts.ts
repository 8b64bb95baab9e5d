import type { Kysely, Insertable, Selectable } from "kysely";
import {
  hashPassword,
  isPasswordOf,
  PASSWORDS_AT_ONCE,
} from "~server/auth/password";
import { demoAccountsAmong } from "~server/demo/remove-demo";
import type { Schema, UserTable } from "~server/store/schema";
import type { AccountRow } from "./read-accounts";
import {
  insertAuditEvents,
  type AuditedUser,
  type AuditRecord,
} from "~server/audit/audit-events";
import { chunksOf } from "~server/measures/question";
import { revokeSessionsOf } from "~server/auth/session-rows";
import { auditedChange, auditedRights } from "~server/users/wanted-user";
import { isUniqueViolation } from "~server/store/unique-violation";
import { lockUsers } from "~server/auth/lock-users";
import { ImportConflict, auditedByImport } from "./import-report";

type StoredUser = Selectable<UserTable> & {
  /** The user's own id if groups give their rights. */
  follows_groups?: number | null;
};

export interface AccountPlan {
  added: Insertable<UserTable>[];
  changed: { id: number; from: StoredUser; set: Partial<StoredUser> }[];
  unchanged: number;
  removed: StoredUser[];
  hasAccountManager: boolean;
  /** Users who stay but are not in the file. */
  kept: StoredUser[];
}

export function storedUsers(db: Kysely<Schema>): Promise<StoredUser[]> {
  return db
    .selectFrom("users")
    .leftJoin("organisation_accounts as account", (join) =>
      join
        .onRef("account.user_id", "=", "users.id")
        .on("account.by_groups", "=", 1),
    )
    .selectAll("users")
    .select("account.user_id as follows_groups")
    .orderBy("users.id")
    .execute();
}

async function changesOf(
  account: AccountRow,
  stored: StoredUser,
  now: string,
): Promise<Partial<StoredUser> | null> {
  const { username, firstname, lastname, password } = account;
  const { access_level, access_level_id, isnp_only } = account;
  const wanted: Partial<StoredUser> = { username, firstname, lastname };
  // With groups, rights would differ until the next login, and a password would outlast the groups.
  if (typeof stored.follows_groups !== "number") {
    Object.assign(wanted, { access_level, access_level_id, isnp_only });
    if (
      password !== null &&
      !(await isPasswordOf(stored.password_hash, password))
    ) {
      wanted.password_hash = await hashPassword(password);
      wanted.password_initial_until = null;
    }
  }
  const same = Object.entries(wanted).every(
    ([column, value]) => stored[column as keyof StoredUser] === value,
  );
  return same
    ? null
    : { ...wanted, version: stored.version + 1, updated_at: now };
}

/** Equal passwords get separate hashes: a shared one would reveal who shares a password. */
async function newUser(
  { line: _, password, ...account }: AccountRow,
  now: string,
): Promise<Insertable<UserTable>> {
  const password_hash = await hashPassword(password ?? "");
  const times = { created_at: now, updated_at: now };
  return { ...account, password_hash, version: 1, ...times };
}

/** Plans the changes of accounts. Hashing takes long, so it comes before the database is locked; a valid hash stays. */
export async function planAccounts(
  accounts: readonly AccountRow[] | null,
  stored: readonly StoredUser[],
  options: {
    overDemo: boolean;
    replace: boolean;
    now: Date;
  },
  onAccount: (done: number, total: number) => void,
): Promise<AccountPlan> {
  const now = options.now.toISOString();
  const byKey = new Map(stored.map((user) => [user.username_key, user]));
  const named = new Set(accounts?.map(({ username_key }) => username_key));
  const plan: AccountPlan = {
    added: [],
    changed: [],
    unchanged: 0,
    removed: [],
    hasAccountManager: false,
    kept: [],
  };
  let done = 0;
  for (const some of chunksOf(accounts ?? [], PASSWORDS_AT_ONCE)) {
    const planned = some.map(async (account) => {
      const user = byKey.get(account.username_key);
      return user
        ? { user, set: await changesOf(account, user, now) }
        : { added: await newUser(account, now) };
    });
    for (const { user, set, added } of await Promise.all(planned)) {
      if (added) plan.added.push(added);
      else if (set) plan.changed.push({ id: user.id, from: user, set });
      else plan.unchanged += 1;
    }
    onAccount((done += some.length), accounts?.length ?? 0);
  }

  const isManager = ({ access_level }: { access_level: string }) =>
    access_level === "account_manager";
  const bringsManager = accounts?.some(isManager) ?? false;
  const demo = new Set(options.overDemo ? demoAccountsAmong(stored) : []);
  for (const user of stored) {
    if (named.has(user.username_key)) continue;
    const isReplaced =
      options.replace &&
      accounts !== null &&
      (bringsManager || !isManager(user));
    (demo.has(user) || isReplaced ? plan.removed : plan.kept).push(user);
  }
  plan.hasAccountManager = bringsManager || plan.kept.some(isManager);
  return plan;
}

/**
 * Carries out a plan and audits each change; changed users must log in again. Throws an ImportConflict if an account
 * changed after planning, or the last account manager went.
 */
export async function mergeAccounts(
  db: Kysely<Schema>,
  plan: AccountPlan,
  now: Date,
): Promise<void> {
  const { added, changed, removed } = plan;
  if (added.length + changed.length + removed.length === 0) return;
  const records: AuditRecord[] = [];
  const tell = (
    action: AuditRecord["action"],
    target: AuditedUser,
    details: AuditRecord["details"],
  ) => records.push(auditedByImport(now, { action, target, details }));

  const touched = [...removed, ...changed];
  await lockUsers(
    db,
    touched.map(({ id }) => id),
  );
  for (const user of removed) {
    const { numDeletedRows } = await db
      .deleteFrom("users")
      .where("id", "=", user.id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) tell("delete_user", user, auditedRights(user));
  }
  for (const { id, from, set } of changed) {
    const { numUpdatedRows } = await db
      .updateTable("users")
      .set(set)
      .where("id", "=", id)
      .where("version", "=", from.version)
      .where("password_hash", "=", from.password_hash)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new ImportConflict();
    await revokeSessionsOf(db, id, { at: now.toISOString() });
    tell("change_user", from, auditedChange(from, set));
  }
  for (const rows of chunksOf(added, 500)) {
    const users = db.insertInto("users").values(rows).returningAll();
    const stored = await users.execute().catch((error: unknown) => {
      const isTaken = isUniqueViolation(error, "users", "username_key");
      throw isTaken ? new ImportConflict() : error;
    });
    for (const user of stored) tell("create_user", user, auditedRights(user));
  }
  await insertAuditEvents(db, records);
  if (plan.hasAccountManager && !(await hasAccountManager(db))) {
    throw new ImportConflict();
  }
}

async function hasAccountManager(db: Kysely<Schema>): Promise<boolean> {
  const manager = await db
    .selectFrom("users")
    .where("access_level", "=", "account_manager")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return manager !== undefined;
}
