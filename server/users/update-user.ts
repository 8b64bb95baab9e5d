import type { Selectable, Transaction } from "kysely";
import {
  levelRefusal,
  deletionRefusal,
  areSameIds,
  parseLevelIds,
  writeLevelIds,
} from "~/features/users/rules/access-levels";
import { initialUntil } from "~/features/users/rules/password-rules";
import { userWords } from "~/features/users/rules/words";
import { usernameKey } from "~/features/users/rules/name-rules";
import {
  insertAuditEvents,
  recordEvent,
  type AuditRecord,
} from "~server/audit/audit-events";
import { hashPassword } from "~server/auth/password";
import { revokeSessionsOf } from "~server/auth/session-rows";
import { followsGroups, keepRightsHere } from "~server/oidc/account-rows";
import { Refusal, refuseField } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { UserTable, Schema } from "~server/store/schema";
import type { Actor } from "./actor";
import {
  auditedChange,
  auditedRights,
  requireKnownIds,
  type WantedUser,
} from "./wanted-user";
import { lockUser, requireActingManager } from "./locked-users";
import { isUniqueViolation } from "../store/unique-violation";

/** Returns the new id. Throws 400, 401, 403, and 409 if the username is taken. */
export async function createUser(
  { db }: Store,
  wanted: WantedUser,
  password: string,
  actor: Actor,
): Promise<number> {
  refuseField("access_level", levelRefusal(wanted.accessLevel, null));
  // Hash before the transaction, because it takes long.
  const passwordHash = await hashPassword(password);
  const { user, at, origin } = actor;
  return withFreeUsername(() =>
    db.transaction().execute(async (trx) => {
      await requireActingManager(trx, actor);
      const by = { user, at, ...origin };
      return insertUser(trx, wanted, passwordHash, by, initialUntil(at));
    }),
  );
}

/** Stores and audits a new user. Throws 400 for an unknown id, and the database's error for a taken username. */
export async function insertUser(
  trx: Transaction<Schema>,
  wanted: WantedUser,
  passwordHash: string,
  by: Omit<AuditRecord, "action" | "target">,
  passwordInitialUntil: string | null = null,
): Promise<number> {
  await requireKnownIds(trx, wanted.accessLevel, wanted.ids);
  const now = by.at.toISOString();
  const row = {
    username: wanted.username,
    username_key: usernameKey(wanted.username),
    firstname: wanted.firstname,
    lastname: wanted.lastname,
    password_hash: passwordHash,
    password_initial_until: passwordInitialUntil,
    access_level: wanted.accessLevel,
    access_level_id: writeLevelIds(wanted.ids),
    isnp_only: wanted.isnpOnly ? (1 as const) : (0 as const),
    version: 1,
    created_at: now,
    updated_at: now,
  };
  const { id } = await trx
    .insertInto("users")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertAuditEvents(trx, [
    {
      ...by,
      action: "create_user",
      target: { id, username: wanted.username },
      details: { ...by.details, ...auditedRights(row) },
    },
  ]);
  return id;
}

/** Throws 409 for a taken username. Only the database knows which of two concurrent writes was first. */
export async function withFreeUsername<Result>(
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, "users", "username_key")) {
      throw new Refusal(409, userWords.usernameTaken, {
        code: "username_taken",
        field: "username",
      });
    }
    throw error;
  }
}

export interface WantedChange {
  wanted: WantedUser;
  /** Undefined keeps the stored one. */
  password: string | undefined;
  /** The version that was edited; undefined overwrites any. */
  version: number | undefined;
  /** Null without an organisation's login. */
  issuer: string | null;
}

type StoredUser = Selectable<UserTable>;

/**
 * New rights or a new password end other sessions; a password set for somebody else is initial (R536). Throws 400 (also
 * for rights that follow groups, and a password beside them), 401, 403, 404, 409 for an old version or a taken
 * username.
 */
export async function updateUser(
  { db }: Store,
  id: number,
  { wanted, password, version, issuer }: WantedChange,
  actor: Actor,
): Promise<void> {
  const { user, sessionId, at } = actor;
  const passwordHash =
    password === undefined ? undefined : await hashPassword(password);
  await withFreeUsername(() =>
    db.transaction().execute(async (trx) => {
      const { row, administered } = await lockUser(trx, id, actor);
      if (version !== undefined && version !== row.version) {
        throw new Refusal(409, userWords.staleEdit, {
          code: "version_is_old",
        });
      }
      refuseField(
        "access_level",
        levelRefusal(wanted.accessLevel, administered),
      );
      const held =
        row.access_level === wanted.accessLevel
          ? parseLevelIds(row.access_level_id)
          : [];
      await requireKnownIds(
        trx,
        wanted.accessLevel,
        wanted.ids.filter((one) => !held.includes(one)),
      );
      const set = changesOf(row, wanted, passwordHash);
      if (endsSessions(set) && (await followsGroups(trx, id, issuer))) {
        throw new Refusal(
          400,
          "This user logs in with an organisation account. Groups there set access level and locations. Change the groups, or unlink the account to set access here.",
        );
      }
      if (Object.keys(set).length === 0) return;
      const kept =
        set.password_hash === undefined ? {} : await keepRightsHere(trx, id);
      await trx
        .updateTable("users")
        .set({
          ...set,
          ...(set.password_hash !== undefined && {
            password_initial_until: id === user.id ? null : initialUntil(at),
          }),
          version: row.version + 1,
          updated_at: at.toISOString(),
        })
        .where("id", "=", id)
        .execute();
      if (endsSessions(set)) {
        await revokeSessionsOf(trx, id, {
          at: at.toISOString(),
          ...(id === user.id ? { except: sessionId } : {}),
        });
      }
      await recordEvent(trx, actor, {
        action: "change_user",
        target: { id, username: row.username },
        details: { ...auditedChange(row, set), ...kept },
      });
    }),
  );
}

/** Another order of ids is no change. */
export function changesOf(
  row: StoredUser,
  wanted: WantedUser,
  passwordHash?: string,
): Partial<StoredUser> {
  const keepsIds =
    row.access_level === wanted.accessLevel &&
    areSameIds(parseLevelIds(row.access_level_id), wanted.ids);
  const next: Partial<StoredUser> = {
    username: wanted.username,
    username_key: usernameKey(wanted.username),
    firstname: wanted.firstname,
    lastname: wanted.lastname,
    access_level: wanted.accessLevel,
    access_level_id: keepsIds ? row.access_level_id : writeLevelIds(wanted.ids),
    isnp_only: wanted.isnpOnly ? 1 : 0,
    password_hash: passwordHash ?? row.password_hash,
  };
  return Object.fromEntries(
    Object.entries(next).filter(
      ([column, value]) => row[column as keyof StoredUser] !== value,
    ),
  );
}

function endsSessions(set: Partial<StoredUser>): boolean {
  return (
    set.access_level !== undefined ||
    set.access_level_id !== undefined ||
    set.isnp_only !== undefined ||
    set.password_hash !== undefined
  );
}

/** Deletes a user with their sessions, and keeps their requests. Throws 400, 401, 403 and 404. */
export async function deleteUser(
  { db }: Store,
  id: number,
  actor: Actor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { row, administered } = await lockUser(trx, id, actor);
    const reason = deletionRefusal(administered);
    if (reason !== null) throw new Refusal(400, reason);
    await trx.deleteFrom("users").where("id", "=", id).execute();
    await recordEvent(trx, actor, {
      action: "delete_user",
      target: { id, username: row.username },
      details: auditedRights(row),
    });
  });
}
