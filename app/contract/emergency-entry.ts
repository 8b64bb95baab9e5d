import { z } from "zod";
import type { DeepReadonly } from "./deep-readonly";
import { id } from "./wire";

export const emergencyEntry = z.object({
  username: z.string().min(1),
  at: z.string().datetime(),
  times: id,
});
export type EmergencyEntry = DeepReadonly<z.output<typeof emergencyEntry>>;
