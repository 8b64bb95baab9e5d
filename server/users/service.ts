import { z } from "zod";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import { accessLevel, dayParam, id } from "~/contract/wire";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { requireAccountManager } from "./require-account-manager";
import {
  changeFactorRules,
  readFactorRules,
  resetFactor,
} from "./second-factors-of-users";
import { endSessionsOf } from "./sessions-of-users";

/** Takes a user's second factor away and ends their sessions; 400 for the own one, 404 for none. Account managers alone, as all that follow. */
export const resetSecondFactor = service({
  name: "reset-second-factor",
  input: z.object({ id }),
  async run(ctx, user) {
    await resetFactor(ctx.deps.store, user.id, managerOf(ctx));
    return null;
  },
});

/** Ends all sessions of another user; 400 for the own ones. */
export const endUserSessions = service({
  name: "end-user-sessions",
  input: z.object({ id }),
  async run(ctx, user) {
    await endSessionsOf(ctx.deps.store, user.id, managerOf(ctx));
    return null;
  },
});

/** For each access level the day of New York from which it needs a second factor. */
export const listFactorRules = service({
  name: "second-factor-rules",
  input: z.object({}),
  run: async ({ viewer, deps }) => {
    requireAccountManager(viewer);
    return readFactorRules(deps.store.db);
  },
});

/** Changes the days of some levels, all or none; null asks for no factor. */
export const setFactorRules = service({
  name: "set-second-factor-rules",
  input: z.object({
    rules: z
      .array(
        z.object({ level: accessLevel, requiredFrom: dayParam.nullable() }),
      )
      .max(ACCESS_LEVELS.length),
  }),
  async run(ctx, { rules }) {
    await changeFactorRules(ctx.deps.store, rules, managerOf(ctx));
    return null;
  },
});

function managerOf(ctx: Ctx) {
  requireAccountManager(ctx.viewer);
  return actorOf(ctx.deps, ctx);
}
