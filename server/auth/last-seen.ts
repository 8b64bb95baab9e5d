import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { isBusy } from "~/runtime/database/sqlite-handle.server";
import { afterRealTime, type After } from "~server/clock/clock";

const SAVE_EVERY_MS = 60_000;
const SESSIONS_KEPT = 20_000;

interface SeenTimes {
  atMs: number;
  savedAtMs: number;
}

/**
 * Holds exact last uses in memory and saves them once a minute and at rest, because reads should not wait for a write.
 * Other servers see only saved times.
 */
export class LastSeen {
  private readonly seen = new LRUCache<string, SeenTimes>({
    max: SESSIONS_KEPT,
  });
  private readonly saving = new Set<Promise<void>>();
  private readonly unsaved = new Set<string>();
  private cancelRound: (() => void) | null = null;
  private hasEnded = false;

  constructor(
    private readonly save: (sessionId: string, at: string) => Promise<void>,
    private readonly log: Logger,
    private readonly after: After = afterRealTime,
  ) {}

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

  async settled(): Promise<void> {
    await Promise.all(this.saving);
  }

  /** Saves the last uses and resolves when done; later uses are not saved. */
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
        // Memory still has it; retry in a minute.
        this.saveLater(sessionId);
        if (!isBusy(error))
          this.log.warn({ event: "session.save", err: error });
      })
      .finally(() => this.saving.delete(saving));
    this.saving.add(saving);
  }
}
