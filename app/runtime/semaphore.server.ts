/** Makes room for the next one; more than once does no harm. */
export type Release = () => void;

interface Limits {
  atOnce?: number;
  /** How many of those may have the same key. */
  perKey?: number;
  /** How many may wait. */
  queue?: number;
}

/** Bounds how much is done at once: in all, and for one key, such as a user or an address. */
export class Semaphore<Key = never> {
  private held = 0;
  private readonly heldByKey = new Map<Key, number>();
  private readonly waiting = new Map<() => void, Key | undefined>();

  constructor(private readonly limits: Limits) {}

  /** Begins at once; null where there is no room. Without a key only the limit for all counts. */
  tryAcquire(key?: Key): Release | null {
    const { atOnce = Infinity } = this.limits;
    if (this.held >= atOnce || this.isFullFor(key)) return null;
    this.held += 1;
    return this.release(key);
  }

  /**
   * Waits for room; null where the queue is full, or the signal aborts first. Who holds least for their key comes first,
   * and of these who asked first: one who asks for much keeps nobody waiting.
   */
  async acquire(signal?: AbortSignal, key?: Key): Promise<Release | null> {
    if (signal?.aborted) return null;
    const release = this.tryAcquire(key);
    if (release) return release;
    if (this.waiting.size >= (this.limits.queue ?? Infinity)) return null;
    return new Promise((resolve) => {
      const admit = () => {
        signal?.removeEventListener("abort", giveUp);
        resolve(this.release(key));
      };
      const giveUp = () => {
        this.waiting.delete(admit);
        resolve(null);
      };
      this.waiting.set(admit, key);
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** Whether one key has all that it may have. */
  isFullFor(key: Key | undefined): boolean {
    if (key === undefined) return false;
    return this.heldBy(key) >= (this.limits.perKey ?? Infinity);
  }

  private release(key?: Key): Release {
    if (key !== undefined) this.count(key, 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      if (key !== undefined) this.count(key, -1);
      const next = this.nextWaiting();
      if (!next) {
        this.held -= 1;
        return;
      }
      this.waiting.delete(next);
      next();
    };
  }

  private nextWaiting(): (() => void) | null {
    let next: (() => void) | null = null;
    let least = this.limits.perKey ?? Infinity;
    for (const [admit, key] of this.waiting) {
      const held = key === undefined ? 0 : this.heldBy(key);
      if (held < least) [next, least] = [admit, held];
    }
    return next;
  }

  private heldBy(key: Key): number {
    return this.heldByKey.get(key) ?? 0;
  }

  private count(key: Key, change: 1 | -1): void {
    const count = this.heldBy(key) + change;
    if (count > 0) this.heldByKey.set(key, count);
    else this.heldByKey.delete(key);
  }
}
