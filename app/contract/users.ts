import { z } from "zod";
import { timeCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { accessLevel, emergencyEntry, id, idParam } from "./wire";

/** A user as stored; `access_level_id` holds ids separated by spaces (R213). */
export const user = z.object({
  id,
  username: z.string().min(1),
  firstname: z.string(),
  lastname: z.string(),
  access_level: accessLevel,
  access_level_id: z.string(),
  isnp_only: z.boolean(),
  /** Grows with every change; a host that does not know who else edits a user leaves it out. */
  version: id.optional(),
  /** A host with no second factors leaves it out. */
  second_factor: z.boolean().optional().catch(undefined),
  /** Whether they sign in with an organisation account; a host without such a login leaves it out. */
  organisation_account: z.boolean().optional().catch(undefined),
  /** Whether access level and places follow their groups at the organisation's login; a host without such a login leaves it out. */
  rights_by_groups: z.boolean().optional().catch(undefined),
  /** Whether they may log in with a password where the others may not; a host without such a login leaves it out. */
  emergency_entry: z.boolean().optional().catch(undefined),
  /** When they last logged in, ISO 8601; null for never. A host that does not keep it leaves it out. */
  last_login_at: z.string().datetime().nullable().optional().catch(undefined),
});
export type User = DeepReadonly<z.output<typeof user>>;

/** The name behind the number of a user of level physician. */
export const userPhysician = z.object({
  npi: id,
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
});
export type UserPhysician = DeepReadonly<z.output<typeof userPhysician>>;

/** Body of create and update; a password left out on update stays as it was (R217, R220). */
export const userBody = z.object({
  username: z.string().min(1).max(200),
  firstname: z.string().min(1).max(200),
  lastname: z.string().min(1).max(200),
  access_level: accessLevel,
  isnp_only: z.boolean(),
  password: z.string().min(6).max(1000).optional(),
  division: z.array(id).optional(),
  region: z.array(id).optional(),
  facility: z.array(id).optional(),
  physician: id.optional(),
  /** On update, the version that was edited: the host answers 409 where it holds a newer one. */
  version: id.optional(),
});
export type UserBody = z.infer<typeof userBody>;

/** 204 for none. Rank 7 only. */
export const getUsers = endpoint({
  path: "/auth/users",
  answer: z.object({
    users: z.array(user),
    /** Names of the physicians among them; a host may leave them out, and none is worth the list. */
    physicians: z.array(userPhysician).optional().catch(undefined),
    /** Uses of emergency accounts in the last 30 days, the newest first; a host without such accounts leaves them out. */
    emergency_entries: z.array(emergencyEntry).optional().catch(undefined),
    token: z.string().nullish(),
    lastUpdated: timeCell.optional(),
  }),
});

const writing = {
  method: "POST",
  body: userBody,
  bodyType: "json",
  answer: z.unknown(),
} as const;

/** 409 if the username is taken, in any case of its letters. */
export const createUser = endpoint({
  ...writing,
  path: "/auth/user",
});

/** 409 if the username is taken, or the version is not the newest. */
export const updateUser = endpoint({
  ...writing,
  path: "/auth/user/:id",
  params: z.object({ id: idParam }),
});

export const deleteUser = endpoint({
  method: "DELETE",
  path: "/auth/user/:id",
  params: z.object({ id: idParam }),
  answer: z.unknown(),
});
