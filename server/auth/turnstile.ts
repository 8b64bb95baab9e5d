/** Lets few through at once, makes some wait in order, and turns the rest away. */
export class Turnstile {
  private inside = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly limits: { atOnce: number; waiting: number }) {}

  /** Resolves to the function to leave by, or at once to null when too many wait already. */
  async enter(): Promise<(() => void) | null> {
    if (this.inside < this.limits.atOnce) {
      this.inside++;
    } else {
      if (this.queue.length >= this.limits.waiting) return null;
      await new Promise<void>((resolve) => this.queue.push(resolve));
    }
    return () => this.leave();
  }

  /** The place goes straight to whoever waits longest. */
  private leave(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.inside--;
  }
}
