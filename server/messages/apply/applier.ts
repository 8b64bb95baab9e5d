import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Clock, After } from "~server/clock/clock";
import type { Schema } from "~server/store/schema";
import { applySome, MESSAGES_AT_ONCE, retryNotYet } from "./apply-messages";

/** Lets others write between two transactions. */
const PAUSE_MS = 5;

/** Messages that arrive one by one share a transaction. */
const GATHERING_MS = 100;

/** Another process may have stored messages. */
const LOOK_EVERY_MS = 1_000;

const RETRY_EVERY_MS = 60_000;

interface ApplierParts {
  db: Kysely<Schema>;
  log: Logger;
  clock: Clock;
  after: After;
  /** False: look again only after the database failed. */
  looks?: boolean;
}

export class Applier {
  #applying: Promise<void> | null = null;
  #isAsked = false;
  #isClosed = false;
  #hasFailed = false;
  #retriedAt = 0;
  #cancelNext = () => {};
  #endPause = () => {};

  constructor(private readonly parts: ApplierParts) {
    this.wake();
  }

  wake(): void {
    if (this.#isClosed) return;
    this.#isAsked = true;
    this.#applying ??= this.#applyAll().finally(() => {
      this.#applying = null;
      if (this.#isAsked) this.wake();
      else if (this.parts.looks !== false || this.#hasFailed) this.#lookLater();
    });
  }

  #lookLater(): void {
    if (this.#isClosed) return;
    this.#cancelNext();
    this.#cancelNext = this.parts.after(LOOK_EVERY_MS, () => this.wake());
  }

  /** Resolves when everything stored is applied, or the database failed. */
  async idle(): Promise<void> {
    this.wake();
    await this.#applying;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelNext();
    this.#endPause();
    await this.#applying;
  }

  async #applyAll(): Promise<void> {
    const { db, clock, log } = this.parts;
    const onFault = (error: unknown) =>
      log.error({ event: "feed.message_failed", err: error });
    while (this.#isAsked && !this.#isClosed) {
      this.#isAsked = false;
      this.#hasFailed = false;
      try {
        while (!this.#isClosed) {
          const count = await applySome(db, clock(), onFault);
          if (count === 0) break;
          await this.#pause(count < MESSAGES_AT_ONCE ? GATHERING_MS : PAUSE_MS);
        }
        if (await this.#retry()) this.#isAsked = true;
      } catch (error) {
        log.error({ event: "feed.not_applied", err: error });
        this.#hasFailed = true;
        return;
      }
    }
  }

  async #retry(): Promise<boolean> {
    const { db, clock } = this.parts;
    const now = clock().getTime();
    if (this.#isClosed || now - this.#retriedAt < RETRY_EVERY_MS) return false;
    this.#retriedAt = now;
    return retryNotYet(db);
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => {
      const cancel = this.parts.after(ms, resolve);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
  }
}
