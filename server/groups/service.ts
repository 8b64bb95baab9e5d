import { z } from "zod";
import { accessLevel, id } from "~/contract/wire";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { readGroupRules, type GroupRule } from "~server/oidc/group-rule-rows";
import { notFound } from "~server/refusal";
import {
  changeGroupRule,
  createGroupRule,
  deleteGroupRule,
  readWantedGroupRule,
} from "~server/users/group-rules";
import { requireAccountManager } from "~server/users/require-account-manager";

export type { GroupRule };

const groupInput = z.object({
  name: z.string().min(1).max(300),
  label: z.string().max(100),
  accessLevel,
  isnpOnly: z.boolean(),
  division: z.array(id).optional(),
  region: z.array(id).optional(),
  facility: z.array(id).optional(),
});

/** Account managers alone may make these calls; 404 without an organisation's login. */
export const listGroups = service({
  name: "groups",
  input: z.object({}),
  async run(ctx) {
    requireGroups(ctx);
    return { groups: await readGroupRules(ctx.deps.store.db) };
  },
});

export const addGroup = service({
  name: "add-group",
  input: groupInput,
  async run(ctx, input) {
    requireGroups(ctx);
    const wanted = readWantedGroupRule(input);
    const actor = actorOf(ctx.deps, ctx);
    return { id: await createGroupRule(ctx.deps.store, wanted, actor) };
  },
});

/** Changes a group; 409 if the name is taken or `version` is old. */
export const changeGroup = service({
  name: "change-group",
  input: groupInput.extend({ id, version: id.optional() }),
  async run(ctx, { id: group, version, ...input }) {
    requireGroups(ctx);
    const change = { wanted: readWantedGroupRule(input), version };
    const actor = actorOf(ctx.deps, ctx);
    await changeGroupRule(ctx.deps.store, group, change, actor);
    return { id: group };
  },
});

export const removeGroup = service({
  name: "remove-group",
  input: z.object({ id }),
  async run(ctx, { id: group }) {
    requireGroups(ctx);
    await deleteGroupRule(ctx.deps.store, group, actorOf(ctx.deps, ctx));
    return null;
  },
});

function requireGroups({ viewer, deps }: Ctx): void {
  requireAccountManager(viewer);
  if (!deps.provider) throw notFound();
}
