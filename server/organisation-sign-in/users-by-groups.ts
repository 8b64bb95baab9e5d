import type { Kysely, Selectable, Transaction } from "kysely";
import {
  groupWords,
  type GroupsOfClaim,
} from "~/features/sign-in/rules/organisation-account/organisation-account-words";
import {
  rightsByGroups,
  type Rights,
  type SaidGroups,
} from "~/features/sign-in/rules/organisation-account/rights-by-groups";
import {
  areSameIds,
  levelIdsProblem,
  parseLevelIds,
  writeLevelIds,
} from "~/features/users/rules/access-levels";
import {
  cleanName,
  nameProblem,
  usernameKey,
} from "~/features/users/rules/name-rules";
import {
  recordEvent,
  type AuditedUser,
  type Origin,
} from "~server/audit/audit-events";
import { NO_PASSWORD } from "~server/auth/password";
import { Refusal } from "~server/refusal";
import type { Schema, UserTable } from "~server/store/schema";
import { auditedChange, knownAmong } from "~server/users/wanted-user";
import { insertUser } from "~server/users/update-user";
import { insertAccount } from "~server/oidc/account-rows";
import { readGroupRules } from "~server/oidc/group-rule-rows";
import type { Person } from "~server/oidc/provider";
import { refusalOf } from "~server/oidc/provider-failure";

type GroupProblem = Exclude<GroupsOfClaim, "let in">;

/** Audit detail for changes made by groups. */
const VIA = { via: "groups" };
const MOST_OF_A_NAME = 99;

/** Deleted places grant nothing. */
export async function rightsOf(
  db: Kysely<Schema>,
  groups: SaidGroups,
): Promise<Rights | GroupProblem> {
  if (typeof groups === "string") return groups;
  const rules = (await readGroupRules(db)).filter(({ name }) =>
    groups.includes(name),
  );
  const there = await Promise.all(
    rules.map(async (rule) => ({
      ...rule,
      ids: await knownAmong(db, rule.accessLevel, rule.ids),
    })),
  );
  const rights = rightsByGroups(there, groups);
  if (!rights) return "no group";
  const isTooLong = levelIdsProblem(rights.accessLevel, rights.ids) !== null;
  return isTooLong ? "too many places" : rights;
}

/** False if there are no groups: then a login's groups do not matter. */
export async function hasGroupRules(db: Kysely<Schema>): Promise<boolean> {
  const row = await db
    .selectFrom("group_rules")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export class GroupsGiveNothing extends Error {
  constructor(readonly problem: GroupProblem) {
    super(`groups give nothing: ${problem}`);
    this.name = "GroupsGiveNothing";
  }
}

export function refusalByGroups(problem: GroupProblem): Refusal {
  return new Refusal(403, groupWords[problem]);
}

export async function applyRights(
  trx: Kysely<Schema>,
  user: AuditedUser,
  { accessLevel, ids, isnpOnly }: Rights,
  at: Date,
  origin: Origin,
): Promise<boolean> {
  const row = await trx
    .selectFrom("users")
    .where("id", "=", user.id)
    .selectAll()
    .executeTakeFirstOrThrow();
  const keepsIds =
    row.access_level === accessLevel &&
    areSameIds(parseLevelIds(row.access_level_id), ids);
  const isnp = isnpOnly ? 1 : 0;
  if (keepsIds && row.isnp_only === isnp) return false;
  const set: Partial<Selectable<UserTable>> = {
    access_level: accessLevel,
    access_level_id: keepsIds ? row.access_level_id : writeLevelIds(ids),
    isnp_only: isnp,
  };
  await trx
    .updateTable("users")
    .set({ ...set, version: row.version + 1, updated_at: at.toISOString() })
    .where("id", "=", user.id)
    .execute();
  await recordEvent(
    trx,
    { at, user: null, origin },
    {
      action: "change_user",
      target: { id: user.id, username: row.username },
      details: { ...VIA, ...auditedChange(row, set) },
    },
  );
  return true;
}

/** Throws 400 if the account was linked meanwhile, 403 without a name. A taken username is a database error. */
export async function insertUserByGroups(
  trx: Transaction<Schema>,
  person: Person,
  rights: Rights,
  at: Date,
  origin: Origin,
): Promise<AuditedUser> {
  const username = await freeUsername(trx, person.username);
  const wanted = {
    username,
    firstname: nameOf("firstname", person.firstname) ?? username,
    lastname: nameOf("lastname", person.lastname) ?? username,
    ...rights,
  };
  const by = { user: null, at, details: VIA, ...origin };
  const id = await insertUser(trx, wanted, NO_PASSWORD, by);
  const isLinked = await insertAccount(trx, person, id, at.toISOString(), true);
  if (!isLinked) throw refusalOf("over");
  const user = { id, username };
  const link = { action: "link_organisation_account", details: VIA } as const;
  await recordEvent(trx, { at, user, origin }, link);
  return user;
}

/** The provider's username, with a number if it is taken: equal names link nobody. */
async function freeUsername(
  trx: Kysely<Schema>,
  said: string | null,
): Promise<string> {
  const base = nameOf("username", said);
  if (base === null) throw new Refusal(403, groupWords.noName);
  for (let number = 1; number <= MOST_OF_A_NAME; number += 1) {
    const ending = number === 1 ? "" : `-${number}`;
    const username = `${base.slice(0, 200 - ending.length)}${ending}`;
    const taken = await trx
      .selectFrom("users")
      .where("username_key", "=", usernameKey(username))
      .select("id")
      .executeTakeFirst();
    if (!taken) return username;
  }
  throw new Refusal(403, groupWords.noName);
}

function nameOf(
  field: "username" | "firstname" | "lastname",
  said: string | null,
): string | null {
  if (said === null || nameProblem(field, said) !== null) return null;
  return cleanName(said);
}
