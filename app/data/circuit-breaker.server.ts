/** Failures in a row after which a host is left alone. */
export const FAILURES_BEFORE_OPEN = 10;
export const OPEN_MS = 3_000;

/** Answers pages at once instead of each waiting for its deadline. After {@link OPEN_MS} one call decides. */
export class CircuitBreaker {
  private failures = 0;
  private closedFrom = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** False while the host is left alone. */
  allows(): boolean {
    if (this.failures < FAILURES_BEFORE_OPEN) return true;
    if (this.now() < this.closedFrom) return false;
    this.closedFrom = this.now() + OPEN_MS;
    return true;
  }

  succeeded(): void {
    this.failures = 0;
  }

  failed(): void {
    this.failures += 1;
    if (this.failures >= FAILURES_BEFORE_OPEN) {
      this.closedFrom = this.now() + OPEN_MS;
    }
  }
}
