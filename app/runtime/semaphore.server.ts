/** Makes room for the next one; more than once does no harm. */
export type Release = () => void;

interface Limits {
  atOnce?: number;
  perKey?: number;
  queue?: number;
}

interface Waiter<Key> {
  keys: readonly Key[];
  admit(): void;
  giveUp(): void;
}

/** Bounds how much is done at once: in all, and for one key, such as a user or an address. Something may have several keys. */
export class Semaphore<Key = never> {
  private held = 0;
  private readonly heldByKey = new Map<Key, number>();
  private readonly waiting = new Set<Waiter<Key>>();

  constructor(private readonly limits: Limits) {}

  /** Begins at once; null where there is no room. Without a key only the limit for all counts. */
  tryAcquire(...keys: Key[]): Release | null {
    const { atOnce = Infinity } = this.limits;
    if (this.held >= atOnce || keys.some((key) => this.isFullFor(key))) {
      return null;
    }
    this.held += 1;
    return this.release(keys);
  }

  /**
   * Null if the signal aborts first or the queue is full. Those who hold least under their keys come first; in a full
   * queue whoever waits most makes room, so that a greedy caller keeps nobody else waiting.
   */
  async acquire(signal?: AbortSignal, ...keys: Key[]): Promise<Release | null> {
    if (signal?.aborted) return null;
    const release = this.tryAcquire(...keys);
    if (release) return release;
    if (!this.hasRoomToWait(keys)) return null;
    return new Promise((resolve) => {
      const leave = () => {
        this.waiting.delete(waiter);
        signal?.removeEventListener("abort", waiter.giveUp);
      };
      const waiter: Waiter<Key> = {
        keys,
        admit: () => {
          leave();
          resolve(this.release(keys));
        },
        giveUp: () => {
          leave();
          resolve(null);
        },
      };
      this.waiting.add(waiter);
      signal?.addEventListener("abort", waiter.giveUp, { once: true });
    });
  }

  /** Whether one key has all that it may have. */
  isFullFor(key: Key | undefined): boolean {
    if (key === undefined) return false;
    return this.heldBy(key) >= (this.limits.perKey ?? Infinity);
  }

  private hasRoomToWait(keys: readonly Key[]): boolean {
    if (this.waiting.size < (this.limits.queue ?? Infinity)) return true;
    let [last, most] = [null as Waiter<Key> | null, this.waitingLike(keys)];
    for (const waiter of this.waiting) {
      // The waiter itself is one of those like it.
      const alike = this.waitingLike(waiter.keys) - waiter.keys.length;
      if (alike > 0 && alike >= most) [last, most] = [waiter, alike];
    }
    last?.giveUp();
    return last !== null;
  }

  private waitingLike(keys: readonly Key[]): number {
    let count = 0;
    for (const waiter of this.waiting) {
      count += waiter.keys.filter((key) => keys.includes(key)).length;
    }
    return count;
  }

  private release(keys: readonly Key[]): Release {
    for (const key of keys) this.count(key, 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      for (const key of keys) this.count(key, -1);
      const next = this.nextWaiting();
      if (next) next.admit();
      else this.held -= 1;
    };
  }

  private nextWaiting(): Waiter<Key> | null {
    let next: Waiter<Key> | null = null;
    let least = Infinity;
    for (const waiter of this.waiting) {
      if (waiter.keys.some((key) => this.isFullFor(key))) continue;
      const held = waiter.keys.reduce((sum, key) => sum + this.heldBy(key), 0);
      if (held < least) [next, least] = [waiter, held];
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
