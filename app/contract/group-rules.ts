import { z } from "zod";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { accessLevel, id, idParam, nothing } from "./wire";

/** What users in a group of the organisation may see; `access_level_id` holds ids separated by spaces, as a user's (R213). */
export const groupRule = z.object({
  id,
  /** As the organisation's login names the group: a name, or an id. */
  name: z.string().min(1),
  /** What account managers call it; empty where its name says enough. */
  label: z.string(),
  access_level: accessLevel,
  access_level_id: z.string(),
  isnp_only: z.boolean(),
  /** Grows with every change. */
  version: id,
});
export type GroupRuleAnswer = DeepReadonly<z.output<typeof groupRule>>;

/** Body of create and change. */
export const groupRuleBody = z.object({
  name: z.string().min(1).max(300),
  label: z.string().max(100),
  access_level: accessLevel,
  isnp_only: z.boolean(),
  division: z.array(id).optional(),
  region: z.array(id).optional(),
  facility: z.array(id).optional(),
  /** On change, the version that was edited: the host answers 409 where it holds a newer one. */
  version: id.optional(),
});
export type GroupRuleBody = z.infer<typeof groupRuleBody>;

const noBody = { query: nothing, body: nothing, bodyType: "none" } as const;
const writing = {
  method: "POST",
  query: nothing,
  body: groupRuleBody,
  bodyType: "json",
  answer: z.object({ data: z.object({ id }) }),
} as const;
const ofOne = {
  path: "/auth/group/:id",
  params: z.object({ id: idParam }),
} as const;

/** GET /auth/groups: the whole table, by label or name. Rank 7 only, as all of these; 404 of a host without OIDC. */
export const getGroupRules = endpoint({
  ...noBody,
  method: "GET",
  path: "/auth/groups",
  params: nothing,
  answer: z.object({ data: z.array(groupRule) }),
});

/** POST /auth/group: adds a group; 409 where one of that name is there, in the same case of letters. */
export const postGroupRule = endpoint({
  ...writing,
  path: "/auth/group",
  params: nothing,
});

/** POST /auth/group/{id}: changes a group; 409 where the name is another's, or the version is not the newest. */
export const postGroupRuleChange = endpoint({ ...writing, ...ofOne });

/** DELETE /auth/group/{id}: removes a group from the table; 404 for none. */
export const deleteGroupRule = endpoint({
  ...noBody,
  ...ofOne,
  method: "DELETE",
  answer: z.unknown(),
});
