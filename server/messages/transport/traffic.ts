import type { Logger } from "pino";
import type { After } from "~server/clock/clock";
import type { Outcome } from "../receive";

export type Counted =
  | Outcome
  | "failed"
  | "too_large"
  | "connections"
  | "connections_refused"
  | "connections_cut_off";

export type Traffic = ReturnType<typeof countTraffic>;

const EVERY_MS = 60_000;

/** Logs the traffic once a minute, and one failure: a database outage fails every message. */
export function countTraffic(log: Logger, after: After) {
  const counts = new Map<Counted, number>();
  let hasLoggedFailure = false;
  let calledOff = () => {};

  function logCounts(): void {
    if (counts.size > 0) {
      log.info({ event: "feed.messages", ...Object.fromEntries(counts) });
    }
    counts.clear();
    hasLoggedFailure = false;
  }

  function wait(): void {
    calledOff = after(EVERY_MS, () => {
      logCounts();
      wait();
    });
  }

  function count(what: Counted) {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }

  wait();
  return {
    count,
    failed(error: unknown) {
      count("failed");
      if (hasLoggedFailure) return;
      hasLoggedFailure = true;
      // The code alone: the message may name a file, and that a patient.
      const name = error instanceof Error ? error.name : typeof error;
      log.error({ event: "feed.failed", code: codeOf(error) ?? name });
    },
    close() {
      calledOff();
      logCounts();
    },
  };
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
