export interface TurnstileLimits {
  atOnce: number;
  waiting: number;
  /** Milliseconds after which whoever waits is turned away: nobody would hear of what they do later. */
  patienceMs: number;
}

/** Lets few through at once, makes some wait in order, and turns the rest away. */
export class Turnstile {
  private inside = 0;
  private readonly queue = new Set<() => void>();

  constructor(private readonly limits: TurnstileLimits) {}

  /** Resolves to the function to leave by; to null at once when too many wait already, and later for who waits too long. */
  async enter(): Promise<(() => void) | null> {
    if (this.inside < this.limits.atOnce) {
      this.inside++;
      return () => this.leave();
    }
    if (this.queue.size >= this.limits.waiting) return null;
    return (await this.waitForPlace()) ? () => this.leave() : null;
  }

  private waitForPlace(): Promise<boolean> {
    return new Promise((resolve) => {
      const admit = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.queue.delete(admit);
        resolve(false);
      }, this.limits.patienceMs);
      this.queue.add(admit);
    });
  }

  /** The place goes straight to whoever waits longest. */
  private leave(): void {
    const [next] = this.queue;
    if (!next) {
      this.inside--;
      return;
    }
    this.queue.delete(next);
    next();
  }
}
