import { z } from "zod";
import { accessLevel, id } from "~/contract/wire";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { readGroupRules, type GroupRule } from "~server/oidc/group-rule-rows";
import { notFound, outdated, Refusal, refuseField } from "~server/refusal";
import { requireAccountManager, type Actor } from "~server/users/actor";
import type { Selectable, Transaction } from "kysely";
import type { AccessLevel } from "~/domain/access/ranks";
import type { AuditDetails } from "~/features/audit/rules/actions";
import {
  mayGroupGive,
  cleanGroupText,
  groupLabelProblem,
  groupNameProblem,
} from "~/features/groups/rules/form-rules";
import { groupRuleWords as words } from "~/features/groups/rules/rule-words";
import {
  areSameIds,
  parseLevelIds,
  writeLevelIds,
  idsOfLevel,
  levelIdsProblem,
} from "~/features/users/rules/access-levels";
import { recordEvent } from "../audit/audit-events";
import { askAboutEverybodyAgain } from "../oidc/ask-again";
import type { Schema } from "../store/schema";
import { isUniqueViolation } from "../store/unique-violation";
import {
  auditedRights,
  shownValue,
  requireKnownIds,
} from "../users/wanted-user";
import { requireActingManager } from "../users/locked-users";

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
    const { values, level, ids } = readWantedRule(input);
    requireGroupLevel(level, null);
    return changeTable(ctx, async (trx, actor) => {
      const { count } = await trx
        .selectFrom("group_rules")
        .select((one) => one.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      if (Number(count) >= MOST_GROUPS) throw new Refusal(400, words.tooMany);
      await requireKnownIds(trx, level, ids);
      const made = await trx
        .insertInto("group_rules")
        .values({ ...values, version: 1 })
        .returning("id")
        .executeTakeFirstOrThrow();
      const details = { group: values.name, ...auditedRights(values) };
      await recordEvent(trx, actor, { action: "create_group_rule", details });
      await askAboutEverybodyAgain(trx, actor.at);
      return made;
    });
  },
});

/** Changes a group; 409 if the name is taken or `version` is old. */
export const changeGroup = service({
  name: "change-group",
  input: groupInput.extend({ id, version: id.optional() }),
  async run(ctx, { id: group, version, ...input }) {
    requireGroups(ctx);
    const wanted = readWantedRule(input);
    return changeTable(ctx, async (trx, actor) => {
      const row = await findRule(trx, group);
      if (version !== undefined && version !== row.version) {
        throw outdated(words.staleEdit);
      }
      const given = accessLevel.safeParse(row.access_level);
      requireGroupLevel(wanted.level, given.data ?? null);
      const isSameLevel = row.access_level === wanted.level;
      const held = isSameLevel ? parseLevelIds(row.access_level_id) : [];
      const added = wanted.ids.filter((one) => !held.includes(one));
      await requireKnownIds(trx, wanted.level, added);
      const values = { ...wanted.values };
      // Another order is no change.
      if (isSameLevel && areSameIds(held, wanted.ids)) {
        values.access_level_id = row.access_level_id;
      }
      const changed = changedFields(row, values);
      if (changed.length === 0) return { id: group };
      await trx
        .updateTable("group_rules")
        .set({ ...values, version: row.version + 1 })
        .where("id", "=", group)
        .execute();
      const details = auditedRuleChange(row, values, changed);
      await recordEvent(trx, actor, { action: "change_group_rule", details });
      const isOfRights = changed.some((field) => field !== "label");
      if (isOfRights) await askAboutEverybodyAgain(trx, actor.at);
      return { id: group };
    });
  },
});

export const removeGroup = service({
  name: "remove-group",
  input: z.object({ id }),
  async run(ctx, { id: group }) {
    requireGroups(ctx);
    return changeTable(ctx, async (trx, actor) => {
      const row = await findRule(trx, group);
      await trx.deleteFrom("group_rules").where("id", "=", group).execute();
      const details = { group: row.name, ...auditedRights(row) };
      await recordEvent(trx, actor, { action: "delete_group_rule", details });
      await askAboutEverybodyAgain(trx, actor.at);
      return null;
    });
  },
});

function requireGroups({ viewer, deps }: Ctx): void {
  requireAccountManager(viewer);
  if (!deps.provider) throw notFound();
}

/** More than an organisation has; they fit on a page. */
const MOST_GROUPS = 500;

type StoredRule = Selectable<Schema["group_rules"]>;
type RuleValues = Omit<StoredRule, "id" | "version">;

/** Changes of the table wait for each other. */
async function changeTable<Result>(
  ctx: Ctx,
  change: (trx: Transaction<Schema>, actor: Actor) => Promise<Result>,
): Promise<Result> {
  const actor = actorOf(ctx.deps, ctx);
  try {
    return await ctx.deps.store.db.transaction().execute(async (trx) => {
      await requireActingManager(trx, actor);
      // This update changes nothing, but locks the rows on every database.
      await trx
        .updateTable("group_rules")
        .set((row) => ({ version: row.ref("version") }))
        .execute();
      return change(trx, actor);
    });
  } catch (error) {
    if (isUniqueViolation(error, "group_rules", "name")) {
      throw new Refusal(409, words.nameTaken, { field: "name" });
    }
    throw error;
  }
}

async function findRule(
  trx: Transaction<Schema>,
  id: number,
): Promise<StoredRule> {
  const row = await trx
    .selectFrom("group_rules")
    .where("id", "=", id)
    .selectAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

function requireGroupLevel(level: AccessLevel, held: AccessLevel | null): void {
  const isFit = mayGroupGive(level, held);
  refuseField("accessLevel", isFit ? null : words.levelNotForGroups);
}

function changedFields(
  row: StoredRule,
  values: RuleValues,
): (keyof RuleValues)[] {
  const fields = Object.keys(values) as (keyof RuleValues)[];
  return fields.filter((field) => row[field] !== values[field]);
}

function auditedRuleChange(
  row: StoredRule,
  values: RuleValues,
  changed: readonly (keyof RuleValues)[],
): AuditDetails {
  const fromTo = (field: keyof RuleValues) =>
    `${shownValue(row[field])} → ${shownValue(values[field])}`;
  const others = changed.filter((field) => field !== "name");
  return {
    group: changed.includes("name") ? fromTo("name") : row.name,
    ...Object.fromEntries(others.map((field) => [field, fromTo(field)])),
  };
}

/** What a group shall give: as typed, and as it is stored. */
interface WantedRule {
  level: AccessLevel;
  ids: number[];
  values: RuleValues;
}

/** Throws 400 for what is wrong whatever is stored. */
function readWantedRule(given: z.infer<typeof groupInput>): WantedRule {
  refuseField("name", groupNameProblem(given.name));
  refuseField("label", groupLabelProblem(given.label));
  const { accessLevel: level } = given;
  const ids = idsOfLevel(level, given);
  refuseField(level, levelIdsProblem(level, ids));
  const values: RuleValues = {
    name: cleanGroupText(given.name),
    label: cleanGroupText(given.label),
    access_level: level,
    access_level_id: writeLevelIds(ids),
    isnp_only: given.isnpOnly ? 1 : 0,
  };
  return { level, ids, values };
}
