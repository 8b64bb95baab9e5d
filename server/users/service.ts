import { z } from "zod";
import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { LONGEST_USERS_FILE } from "~/features/users/rules/users-file";
import { accessLevel, dayParam, id } from "~/contract/wire";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import {
  createUsersOfFile,
  readUsersFile,
  type FileUser,
} from "~server/imports/users-file";
import { recordEvent } from "~server/audit/audit-events";
import { requireAccountManager, type Actor } from "./actor";
import type { Kysely, Selectable, Transaction } from "kysely";
import { newYorkDay, type IsoDay } from "~/domain/calendar";
import { isRequiredOn } from "~/features/second-factor/rules/factor-rule";
import { ruleChanged } from "~/features/second-factor/rules/rule-words";
import type { AuditAction } from "~/features/audit/rules/actions";
import { NO_PASSWORD } from "~server/auth/password";
import type { ApiDeps } from "~server/door/api-deps";
import {
  deleteAccounts,
  dropLinkCode,
  findAccountOf,
  storeLinkCode,
} from "~server/oidc/account-rows";
import type { Provider } from "~server/oidc/provider";
import {
  deleteFactor,
  hasFactor,
  newLongCode,
} from "~server/auth/second-factor/factor-rows";
import { revokeSessionsOf } from "~server/auth/session-rows";
import { notFound, Refusal } from "~server/refusal";
import type { Schema, UserTable } from "~server/store/schema";
import { lockUser, requireActingManager, setEmergency } from "./locked-users";
import { endSessionsWords } from "~/features/users/rules/words";

export type { FileUser };

interface ActingOnUser {
  trx: Transaction<Schema>;
  row: Selectable<UserTable>;
  actor: Actor;
  deps: ApiDeps;
}

/**
 * What account managers do to a user, audited in the same transaction. `own` says why nobody does it to themselves
 * (400). Undefined as the result leaves no record, because nothing changed.
 */
function actionOnUser<Result extends object | null>(
  action: AuditAction,
  own: string | null,
  act: (acting: ActingOnUser) => Promise<Result | undefined>,
) {
  return service({
    name: action.replaceAll("_", "-"),
    input: z.object({ id }),
    run(ctx, user) {
      const actor = managerOf(ctx);
      const { deps } = ctx;
      return deps.store.db.transaction().execute(async (trx) => {
        const { row } = await lockUser(trx, user.id, actor);
        if (own !== null && user.id === actor.user.id) {
          throw new Refusal(400, own);
        }
        const result = await act({ trx, row, actor, deps });
        if (result === undefined) return null;
        const target = { id: user.id, username: row.username };
        await recordEvent(trx, actor, { action, target });
        return result;
      });
    },
  });
}

/** Also ends the user's sessions; 404 without a factor. */
export const resetSecondFactor = actionOnUser(
  "reset_second_factor",
  "Change your own second factor under 'Your login'.",
  async ({ trx, row, actor }) => {
    if (!(await deleteFactor(trx, row.id))) throw notFound();
    await revokeSessionsOf(trx, row.id, { at: actor.at.toISOString() });
    return null;
  },
);

export const endUserSessions = actionOnUser(
  "end_sessions",
  endSessionsWords.own,
  async ({ trx, row, actor }) => {
    await revokeSessionsOf(trx, row.id, { at: actor.at.toISOString() });
    return null;
  },
);

/** Long enough to hand it over to another shift. */
const CODE_LASTS_MS = 24 * 3_600_000;

/** A code for linking a user's account, which replaces an older one; 400 if they have an account. */
export const makeCodeForAccount = actionOnUser(
  "make_link_code",
  "Another account manager makes the code for your own account.",
  async ({ trx, row, actor, deps }) => {
    const { issuer } = providerOf(deps);
    if (await findAccountOf(trx, row.id, issuer)) {
      throw new Refusal(
        400,
        "This user has an organisation account. Unlink it first.",
      );
    }
    const code = newLongCode();
    const until = new Date(actor.at.getTime() + CODE_LASTS_MS).toISOString();
    const stored = { code, expiresAt: until };
    await storeLinkCode(trx, row.id, stored, deps.secrets.linkCodeKey);
    return { code, until };
  },
);

/** Unlinks a user's account and ends their sessions; 404 if there is none. */
export const unlinkOrganisationAccount = actionOnUser(
  "unlink_organisation_account",
  null,
  async ({ trx, row, actor, deps }) => {
    providerOf(deps);
    if (!(await deleteAccounts(trx, row.id))) throw notFound();
    await dropLinkCode(trx, row.id);
    await revokeSessionsOf(trx, row.id, { at: actor.at.toISOString() });
    return null;
  },
);

const OWN_MARK = "Another account manager does this for your own account.";

/** Lets a user log in by password where others may not; 400 for users without a password. */
export const markEmergency = actionOnUser(
  "mark_emergency_account",
  OWN_MARK,
  async ({ trx, row, deps }) => {
    providerOf(deps);
    if (row.password_hash === NO_PASSWORD) {
      throw new Refusal(
        400,
        "This user has no password. Set one first, for logging in during an emergency.",
      );
    }
    if (row.emergency_entry === 1) return undefined;
    await setEmergency(trx, row.id, 1);
    return null;
  },
);

/** Ends password sessions if only emergency accounts may use passwords. 404 if the user has no such account. */
export const unmarkEmergency = actionOnUser(
  "unmark_emergency_account",
  OWN_MARK,
  async ({ trx, row, actor, deps }) => {
    providerOf(deps);
    if (row.emergency_entry === 0) throw notFound();
    await setEmergency(trx, row.id, 0);
    if (deps.oidcOnly) {
      const at = actor.at.toISOString();
      await revokeSessionsOf(trx, row.id, { at, byPassword: true });
    }
    return null;
  },
);

function providerOf({ provider }: ApiDeps): Provider {
  if (!provider) throw notFound();
  return provider;
}

/** The day, in New York, from which each level needs a second factor. */
export const listFactorRules = service({
  name: "second-factor-rules",
  input: z.object({}),
  run: async ({ viewer, deps }) => {
    requireAccountManager(viewer);
    return readFactorRules(deps.store.db);
  },
});

/**
 * Sets all or none; null requires none. Users without a factor are logged out on that day; 400 if that is the caller.
 * 409 if `opened`, the day on the form, is outdated.
 */
export const setFactorRules = service({
  name: "set-second-factor-rules",
  input: z.object({
    rules: z
      .array(
        z.object({
          level: accessLevel,
          requiredFrom: dayParam.nullable(),
          opened: dayParam.nullable().optional(),
        }),
      )
      .max(ACCESS_LEVELS.length),
  }),
  async run(ctx, { rules }) {
    const actor = managerOf(ctx);
    await ctx.deps.store.db.transaction().execute(async (trx) => {
      await requireActingManager(trx, actor);
      for (const rule of rules) await changeFactorRule(trx, rule, actor);
    });
    return null;
  },
});

const fileContent = z
  .string()
  .base64()
  .transform((text) => Buffer.from(text, "base64"))
  .refine(({ length }) => length <= LONGEST_USERS_FILE);

/** Previews each row of a file in base64. */
export const previewUsersFile = service({
  name: "preview-users-file",
  input: z.object({ content: fileContent }),
  async run({ deps, viewer }, { content }) {
    requireAccountManager(viewer);
    return readUsersFile(deps.store.db, content);
  },
});

/** Creates all or none; 409 if the plan is no longer that of the file. */
export const createUsersFromFile = service({
  name: "create-users-from-file",
  input: z.object({ content: fileContent, plan: z.string().max(64) }),
  run: (ctx, input) =>
    createUsersOfFile(ctx.deps.store, input, managerOf(ctx), ctx.signal),
});

function managerOf(ctx: Ctx) {
  requireAccountManager(ctx.viewer);
  return actorOf(ctx.deps, ctx);
}

async function readFactorRules(db: Kysely<Schema>) {
  const [rules, counts] = await Promise.all([
    db.selectFrom("second_factor_rules").selectAll().execute(),
    db
      .selectFrom("users")
      .leftJoin("second_factors", "second_factors.user_id", "users.id")
      .select((one) => [
        "users.access_level",
        one.fn.countAll<number>().as("users"),
        one.fn.count<number>("second_factors.user_id").as("with_factor"),
      ])
      .groupBy("users.access_level")
      .execute(),
  ]);
  return ACCESS_LEVELS.map((level) => {
    const rule = rules.find(({ access_level }) => access_level === level);
    const count = counts.find(({ access_level }) => access_level === level);
    const users = Number(count?.users ?? 0);
    return {
      level,
      requiredFrom: rule?.required_from ?? null,
      users,
      without: users - Number(count?.with_factor ?? 0),
    };
  });
}

interface FactorRule {
  level: AccessLevel;
  requiredFrom: IsoDay | null;
  opened?: IsoDay | null | undefined;
}

async function changeFactorRule(
  trx: Transaction<Schema>,
  { level, requiredFrom: from, opened }: FactorRule,
  actor: Actor,
): Promise<void> {
  if (
    level === "account_manager" &&
    isRequiredOn(from, newYorkDay(actor.at)) &&
    !(await hasFactor(trx, actor.user.id))
  ) {
    throw new Refusal(
      400,
      "Set up your own second factor first. You would be logged out without one.",
      { field: level },
    );
  }
  const before = await trx
    .selectFrom("second_factor_rules")
    .where("access_level", "=", level)
    .select("required_from")
    .executeTakeFirst();
  const now = before?.required_from ?? null;
  if (now === from) return;
  if (opened !== undefined && opened !== now) {
    throw new Refusal(409, ruleChanged(now), { field: level });
  }
  await trx
    .deleteFrom("second_factor_rules")
    .where("access_level", "=", level)
    .execute();
  if (from !== null) {
    await trx
      .insertInto("second_factor_rules")
      .values({ access_level: level, required_from: from })
      .execute();
  }
  await recordEvent(trx, actor, {
    action: "change_second_factor_rule",
    details: {
      access_level: level,
      required_from: `${now ?? "never"} → ${from ?? "never"}`,
    },
  });
}
