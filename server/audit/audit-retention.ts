import {
  startDailySweep,
  type DailySweep,
  type SweepParts,
} from "./daily-sweep";
import { sweepAuditEvents } from "./sweep-audit-events";

/** Keeps the trail as long as it is to be kept, from now on until it is stopped. */
export function startAuditRetention(parts: SweepParts): DailySweep {
  return startDailySweep(parts, {
    name: "audit",
    counted: "events",
    sweep: (keptFrom, stopping) =>
      sweepAuditEvents(parts.db, keptFrom, stopping),
  });
}
