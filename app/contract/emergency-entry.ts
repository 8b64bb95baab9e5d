import { z } from "zod";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { id, idParam, nothing } from "./wire";

/** That an emergency account was used: which one, when last, and how often in the time that was asked about. */
export const emergencyEntry = z.object({
  username: z.string().min(1),
  at: z.string().datetime(),
  times: id,
});
export type EmergencyEntry = DeepReadonly<z.output<typeof emergencyEntry>>;

const ofUser = {
  path: "/auth/user/:id/emergency-entry",
  params: z.object({ id: idParam }),
  query: nothing,
  body: nothing,
  bodyType: "none",
  answer: z.unknown(),
} as const;

/**
 * POST /auth/user/{id}/emergency-entry: makes the user an emergency account, who may log in with a password where only the
 * organisation's login is for the others. Rank 7 only; 400 for the own one and without a password, 404 of a host without that login.
 */
export const postEmergencyEntry = endpoint({ ...ofUser, method: "POST" });

/** DELETE /auth/user/{id}/emergency-entry: they are none any more. Rank 7 only; 400 for the own one, 404 where they are none. */
export const deleteEmergencyEntry = endpoint({ ...ofUser, method: "DELETE" });
