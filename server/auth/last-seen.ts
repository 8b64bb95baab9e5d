import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { isBusy } from "~server/store/sqlite-handle";

const SAVE_EVERY_MS = 60_000;
const SESSIONS_KEPT = 20_000;

interface Seen {
  atMs: number;
  savedAtMs: number;
}

/**
 * When sessions were last used: exact in memory, saved at most once a minute and behind the request, so that a
 * read need not wait for a write.
 */
export class LastSeen {
  private readonly seen = new LRUCache<string, Seen>({ max: SESSIONS_KEPT });
  private readonly saving = new Set<Promise<void>>();

  constructor(
    private readonly save: (sessionId: string, at: string) => Promise<void>,
    private readonly log: Logger,
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
    const due = atMs - savedAtMs >= SAVE_EVERY_MS;
    this.seen.set(sessionId, { atMs, savedAtMs: due ? atMs : savedAtMs });
    if (due) this.saveBehind(sessionId, now.toISOString());
  }

  /** Resolves when nothing is left to be saved. */
  async settled(): Promise<void> {
    await Promise.all(this.saving);
  }

  private saveBehind(sessionId: string, at: string): void {
    const saving = this.save(sessionId, at)
      .catch((error: unknown) => {
        // Memory still knows; the next minute saves again.
        if (!isBusy(error))
          this.log.warn({ event: "session.save", err: error });
      })
      .finally(() => this.saving.delete(saving));
    this.saving.add(saving);
  }
}
