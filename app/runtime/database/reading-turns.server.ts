interface Reader {
  usedMs: number;
}

interface Waiting {
  reader: Reader;
  read(): void;
}

/** Statements may go on for so long before the process comes round to everything else. */
const MOST_OF_A_TURN_MS = 5;

/**
 * SQLite statements block the process, so they get some milliseconds per turn of the event loop. Whoever has read
 * least comes first, so a page does not wait for an export.
 */
export class ReadingTurns {
  private readonly waiting: Waiting[] = [];
  private turnBegan = 0;

  /** Reads at once, or in a later turn where this one is used up. */
  take<Result>(reader: Reader, read: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = {
        reader,
        read() {
          const began = performance.now();
          try {
            resolve(read());
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
          reader.usedMs += performance.now() - began;
        },
      };
      if (this.waiting.length === 0 && this.hasTime()) waiting.read();
      else this.wait(waiting);
    });
  }

  private wait(waiting: Waiting): void {
    this.waiting.push(waiting);
    if (this.waiting.length === 1) setImmediate(() => this.begin());
  }

  private begin(): void {
    this.turnBegan = performance.now();
    do this.next()?.read();
    while (this.waiting.length > 0 && this.hasTime());
    if (this.waiting.length > 0) setImmediate(() => this.begin());
  }

  private next(): Waiting | undefined {
    let least = 0;
    for (const [at, { reader }] of this.waiting.entries()) {
      const { usedMs = 0 } = this.waiting[least]?.reader ?? {};
      if (reader.usedMs < usedMs) least = at;
    }
    return this.waiting.splice(least, 1)[0];
  }

  private hasTime(): boolean {
    return performance.now() - this.turnBegan <= MOST_OF_A_TURN_MS;
  }
}

/** Shared by all databases of this process. */
export const readingTurns = new ReadingTurns();
