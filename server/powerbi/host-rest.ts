import type { Clock } from "~server/clock/clock";
import { PowerBiFailure } from "./power-bi-failure";

const FAILURES_BEFORE_REST = 5;
const REST_S = 10;
/** A service that names a longer time is asked again all the same: one call costs it nothing. */
const LONGEST_REST_S = 120;

/**
 * Leaves a service alone that asks for it, and one that did not answer several times in a row, so that pages are
 * told at once instead of waiting for it. After that time the next call tries it again.
 */
export interface HostRest {
  /** Throws a {@link PowerBiFailure} while the service is left alone. */
  refuseWhileResting(): void;
  answered(): void;
  failed(failure: PowerBiFailure): void;
}

export function createHostRest(clock: Clock): HostRest {
  let failures = 0;
  let until = 0;
  const restFor = (seconds: number) => {
    until = clock().getTime() + Math.min(seconds, LONGEST_REST_S) * 1_000;
  };
  return {
    refuseWhileResting() {
      const leftMs = until - clock().getTime();
      if (leftMs <= 0) return;
      const retryAfterS = Math.ceil(leftMs / 1_000);
      throw new PowerBiFailure("busy", { code: "resting", retryAfterS });
    },
    answered() {
      failures = 0;
    },
    failed({ reason, retryAfterS }) {
      if (reason !== "busy" && reason !== "unreachable") {
        failures = 0;
        return;
      }
      failures += 1;
      if (retryAfterS !== null) restFor(retryAfterS);
      else if (failures >= FAILURES_BEFORE_REST) restFor(REST_S);
    },
  };
}
