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
import { requireAccountManager, type Actor } from "./actor";
import type { Kysely, Transaction } from "kysely";
import { newYorkDay, type IsoDay } from "~/domain/calendar";
import { isRequiredOn } from "~/features/second-factor/rules/factor-rule";
import { factorWords } from "~/features/second-factor/rules/factor-words";
import { ruleChanged } from "~/features/second-factor/rules/rule-words";
import { insertAuditEvents } from "~server/audit/audit-events";
import {
  deleteFactor,
  hasFactor,
} from "~server/auth/second-factor/factor-rows";
import { revokeSessionsOf } from "~server/auth/session-rows";
import { notFound, Refusal } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import { actOnUser, requireActingManager } from "./locked-users";
import { endSessionsWords } from "~/features/users/rules/words";

export type { FileUser };

/** Also ends the user's sessions; 400 for oneself, 404 without a factor. All calls here are for account managers. */
export const resetSecondFactor = service({
  name: "reset-second-factor",
  input: z.object({ id }),
  async run(ctx, user) {
    const actor = managerOf(ctx);
    const { store } = ctx.deps;
    await actOnUser(
      store,
      user.id,
      actor,
      "reset_second_factor",
      async (trx) => {
        if (user.id === actor.user.id) {
          throw new Refusal(400, factorWords.resetOwn);
        }
        if (!(await deleteFactor(trx, user.id))) throw notFound();
        await revokeSessionsOf(trx, user.id, { at: actor.at.toISOString() });
      },
    );
    return null;
  },
});

/** 400 for oneself. */
export const endUserSessions = service({
  name: "end-user-sessions",
  input: z.object({ id }),
  async run(ctx, user) {
    const actor = managerOf(ctx);
    const { store } = ctx.deps;
    await actOnUser(store, user.id, actor, "end_sessions", async (trx) => {
      if (user.id === actor.user.id) {
        throw new Refusal(400, endSessionsWords.own);
      }
      await revokeSessionsOf(trx, user.id, { at: actor.at.toISOString() });
    });
    return null;
  },
});

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
  { user, at, origin }: Actor,
): Promise<void> {
  if (
    level === "account_manager" &&
    isRequiredOn(from, newYorkDay(at)) &&
    !(await hasFactor(trx, user.id))
  ) {
    throw new Refusal(400, factorWords.ownFirst, { field: level });
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
  await insertAuditEvents(trx, [
    {
      action: "change_second_factor_rule",
      at,
      user,
      details: {
        access_level: level,
        required_from: `${now ?? "never"} → ${from ?? "never"}`,
      },
      ...origin,
    },
  ]);
}
