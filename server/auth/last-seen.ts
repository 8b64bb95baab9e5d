import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { isBusy } from "~/runtime/database/sqlite-handle.server";
import { afterRealTime, type After } from "~server/clock/clock";

const SAVE_EVERY_MS = 60_000;
const SESSIONS_KEPT = 20_000;

interface Seen {
  atMs: number;
  savedAtMs: number;
}

/**
 * When sessions were last used: exact in memory, saved behind the request, so that a read need not wait for a write. Of a
 * session that is used on and on once a minute is saved, and of one that rests the last use: other servers have only what
 * is saved to tell an idle session by.
 */
export class LastSeen {
  private readonly seen = new LRUCache<string, Seen>({ max: SESSIONS_KEPT });
  private readonly saving = new Set<Promise<void>>();
  private readonly unsaved = new Set<string>();
  private cancelRound: (() => void) | null = null;
  private hasEnded = false;

  constructor(
    private readonly save: (sessionId: string, at: string) => Promise<void>,
    private readonly log: Logger,
    private readonly after: After = afterRealTime,
  ) {}

  /** The later of what memory and the row know. */
  latestMs(sessionId: string, savedAt: string): number {
    return Math.max(Date.parse(savedAt), this.seen.peek(sessionId)?.atMs ?? 0);
  }

  note(sessionId: string, now: Date, savedAt: string): void {
    const savedAtMs = Math.max(
      Date.parse(savedAt),
      this.seen.peek(sessionId)?.savedAtMs ?? 0,
    );
    const atMs = now.getTime();
    this.seen.set(sessionId, { atMs, savedAtMs });
    if (atMs - savedAtMs >= SAVE_EVERY_MS) return this.saveBehind(sessionId);
    if (atMs <= savedAtMs) return;
    this.saveLater(sessionId);
  }

  /** Resolves when what is under way is saved. */
  async settled(): Promise<void> {
    await Promise.all(this.saving);
  }

  /** Saves the last uses, and resolves when all is saved; what comes later is not. */
  async end(): Promise<void> {
    this.hasEnded = true;
    this.saveUnsaved();
    await this.settled();
  }

  private saveLater(sessionId: string): void {
    if (this.hasEnded) return;
    this.unsaved.add(sessionId);
    this.cancelRound ??= this.after(SAVE_EVERY_MS, () => this.saveUnsaved());
  }

  private saveUnsaved(): void {
    this.cancelRound?.();
    this.cancelRound = null;
    for (const sessionId of [...this.unsaved]) this.saveBehind(sessionId);
  }

  private saveBehind(sessionId: string): void {
    this.unsaved.delete(sessionId);
    const seen = this.seen.peek(sessionId);
    if (!seen) return;
    const { atMs } = seen;
    seen.savedAtMs = atMs;
    const saving = this.save(sessionId, new Date(atMs).toISOString())
      .catch((error: unknown) => {
        // Memory still knows; the next minute saves again.
        this.saveLater(sessionId);
        if (!isBusy(error))
          this.log.warn({ event: "session.save", err: error });
      })
      .finally(() => this.saving.delete(saving));
    this.saving.add(saving);
  }
}
