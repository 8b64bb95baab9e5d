import {
  deleteGroupRule as deleteGroupRuleCall,
  getGroupRules,
  postGroupRule,
  postGroupRuleChange,
  type GroupRuleAnswer,
} from "~/contract/group-rules";
import { writeLevelIds } from "~/domain/users/level-ids";
import { readGroupRules, type GroupRule } from "~server/oidc/group-rule-rows";
import { notFound } from "~server/refusal";
import {
  changeGroupRule,
  createGroupRule,
  deleteGroupRule,
} from "~server/users/group-rules";
import { requireAccountManager } from "~server/users/require-account-manager";
import { readWantedGroupRule } from "~server/users/wanted-group-rule";
import { actorOf } from "./actor-of";
import type { ApiDeps } from "~server/door/api-deps";
import { register, type Doors } from "~server/door/doors";
import type { Call } from "~server/door/handler";

type AnyCall = Call<unknown, unknown, unknown>;

/** What groups of the organisation may see, for those who administer users; 404 where there is no such login. */
export function registerGroupRules(doors: Doors, deps: ApiDeps): void {
  const { store } = deps;

  register(doors, getGroupRules, async (call) => {
    requireGroups(call);
    return { data: (await readGroupRules(store.db)).map(answerOf) };
  });

  register(doors, postGroupRule, async (call) => {
    requireGroups(call);
    const wanted = readWantedGroupRule(call.body);
    const id = await createGroupRule(store, wanted, actorOf(deps, call));
    return { data: { id } };
  });

  register(doors, postGroupRuleChange, async (call) => {
    requireGroups(call);
    const { id } = call.params;
    const { version } = call.body;
    const change = { wanted: readWantedGroupRule(call.body), version };
    await changeGroupRule(store, id, change, actorOf(deps, call));
    return { data: { id } };
  });

  register(doors, deleteGroupRuleCall, async (call) => {
    requireGroups(call);
    await deleteGroupRule(store, call.params.id, actorOf(deps, call));
    return null;
  });

  function requireGroups({ viewer }: AnyCall): void {
    requireAccountManager(viewer);
    if (!deps.provider) throw notFound();
  }
}

function answerOf({ accessLevel, ids, isnpOnly, ...rule }: GroupRule) {
  return {
    ...rule,
    access_level: accessLevel,
    access_level_id: writeLevelIds(ids),
    isnp_only: isnpOnly,
  } satisfies GroupRuleAnswer;
}
