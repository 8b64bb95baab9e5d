import { z } from "zod";
import type { DeepReadonly } from "./deep-readonly";
import { id } from "./wire";

/** That an emergency account was used: which one, when last, and how often in the time that was asked about. */
export const emergencyEntry = z.object({
  username: z.string().min(1),
  at: z.string().datetime(),
  times: id,
});
export type EmergencyEntry = DeepReadonly<z.output<typeof emergencyEntry>>;
