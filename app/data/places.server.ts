/** Leaves a place to the next one. */
export type Leave = () => void;

/** A number of places that whoever comes first gets first. */
export class Places {
  private free: number;
  private readonly waiting: ((leave: Leave) => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  /** Waits for a place; null where the signal is aborted before there is one. */
  async take(signal: AbortSignal): Promise<Leave | null> {
    if (signal.aborted) return null;
    if (this.free > 0) {
      this.free -= 1;
      return this.leaver();
    }
    return new Promise((resolve) => {
      const enter = (leave: Leave) => {
        signal.removeEventListener("abort", giveUp);
        resolve(leave);
      };
      const giveUp = () => {
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        resolve(null);
      };
      this.waiting.push(enter);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  private leaver(): Leave {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const next = this.waiting.shift();
      if (next) next(this.leaver());
      else this.free += 1;
    };
  }
}
