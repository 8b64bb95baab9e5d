import type { Logger } from "pino";
import type { Clock } from "~server/clock/clock";
import { afterRealTimeAwake, type After } from "~server/clock/timers";
import { ensureFigures } from "~server/measures/ensure-figures";
import type { Store } from "~server/store/open-store";
import { Applier } from "./apply/applier";
import { startRawRetention } from "./senders/raw-retention";
import { MessageLog } from "./log/message-log";
import { readMessage, receiptOf } from "./read-message";
import type { Receive } from "./receive";

export interface FeedOptions {
  clock: Clock;
  log: Logger;
  /** How long raw messages are kept. */
  retentionDays: number;
  after?: After;
}

/** The log of messages, and what is derived from it. */
export interface Feed {
  receive: Receive;
  /** Resolves when all that was received is applied to the stays. */
  applied(): Promise<void>;
  /** Stores what was received; what is not applied by then, the next feed applies. */
  close(): Promise<void>;
}

/** Opens the log of messages, and begins to apply what is in it. */
export async function openFeed(
  store: Store,
  { clock, log, retentionDays, after = afterRealTimeAwake }: FeedOptions,
): Promise<Feed> {
  // A change is added to figures that are there.
  await ensureFigures(store.db);
  const retention = startRawRetention({
    db: store.db,
    log,
    clock,
    after,
    keptDays: retentionDays,
  });
  const applier = new Applier({ db: store.db, log, clock, after });
  const messages = new MessageLog(store.db, () => applier.wake());
  return {
    async receive(incoming) {
      const message = readMessage(incoming);
      if ("code" in message) return message;
      const stored = await messages.store(message);
      return receiptOf(message.reading, stored === "repeated");
    },
    async applied() {
      await messages.settled();
      await applier.idle();
    },
    async close() {
      await messages.settled();
      await applier.close();
      await retention.stop();
    },
  };
}
