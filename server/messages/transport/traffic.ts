import type { Logger } from "pino";
import type { After } from "~server/clock/clock";
import type { Outcome } from "../receive";
import { codeOf } from "./taken-files";

export type Counted =
  | Outcome
  /** A message that could not be stored, or a file that could not be read: it comes again. */
  | "failed"
  | "too_large"
  | "connections"
  /** An address that may not send, one connection too many, no handshake, no readable certificate. */
  | "connections_refused"
  /** Too slow, without end, or takes no answers. */
  | "connections_cut_off";

/** Tells the log how much comes: a line a minute, and nothing of what is in it. */
export interface Traffic {
  count(what: Counted, times?: number): void;
  /** A message could not be stored, or a file not be read. */
  failed(error: unknown): void;
  close(): void;
}

const EVERY_MS = 60_000;

/** A database that is away fails each message: the log has the reason once a minute. */
export function countTraffic(log: Logger, after: After): Traffic {
  const counts = new Map<Counted, number>();
  let hasTold = false;
  let calledOff = () => {};

  function tell(): void {
    if (counts.size > 0) {
      log.info({ event: "feed.messages", ...Object.fromEntries(counts) });
    }
    counts.clear();
    hasTold = false;
  }

  function wait(): void {
    calledOff = after(EVERY_MS, () => {
      tell();
      wait();
    });
  }

  function count(what: Counted, times = 1): void {
    counts.set(what, (counts.get(what) ?? 0) + times);
  }

  wait();
  return {
    count,
    failed(error) {
      count("failed");
      if (hasTold) return;
      hasTold = true;
      // The code alone: what else is said of it may name a file, and that a patient.
      const name = error instanceof Error ? error.name : typeof error;
      log.error({ event: "feed.failed", code: codeOf(error) ?? name });
    },
    close() {
      calledOff();
      tell();
    },
  };
}
