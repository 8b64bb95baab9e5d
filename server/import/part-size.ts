const FIRST_SIZE = 5;
const LARGEST_SIZE = 1_000;
/** So that one lucky measurement makes no part of a second. */
const MOST_GROWTH = 3;
/** What the part before the last one weighs against the last. */
const DECAY = 0.7;
/** Sizes that differ by less of their mean say nothing of what a part costs whatever its size. */
const LEAST_SPREAD = 0.1;

/**
 * How much the next part takes of a kind of things, so that it takes the time that it should: learned from the parts before,
 * as something for the part and something for each thing. Where the part alone takes most of the time, parts of twice that time
 * are allowed, for smaller ones would cost more and keep others waiting nearly as long.
 */
export class PartSize {
  #next = FIRST_SIZE;
  #fixedMs = 0;
  /** Weighted sums over the parts so far: of ones, sizes, times, and products of these. */
  #sums = { one: 0, size: 0, ms: 0, sizeSize: 0, sizeMs: 0 };

  constructor(private readonly targetMs: number) {}

  get next(): number {
    return this.#next;
  }

  /** Learns how long a part of a size took. */
  took(size: number, ms: number): void {
    this.#add(size, ms);
    const { one, ms: sumMs, size: sumSize } = this.#sums;
    const [meanMs, meanSize] = [sumMs / one, sumSize / one];
    this.#fixedMs = this.#estimateFixed(meanSize, meanMs);
    const eachMs = Math.max(0.001, (meanMs - this.#fixedMs) / meanSize);
    const room = Math.max(this.targetMs, 2 * this.#fixedMs) - this.#fixedMs;
    const wanted = Math.floor(
      Math.min(room / eachMs, MOST_GROWTH * this.#next),
    );
    this.#next = Math.min(LARGEST_SIZE, Math.max(1, wanted));
  }

  #add(size: number, ms: number): void {
    const now = { one: 1, size, ms, sizeSize: size * size, sizeMs: size * ms };
    for (const name of Object.keys(now) as (keyof typeof now)[]) {
      this.#sums[name] = DECAY * this.#sums[name] + now[name];
    }
  }

  /** What a part costs whatever its size; the last estimate where all were of about one size. */
  #estimateFixed(meanSize: number, meanMs: number): number {
    const { one, sizeSize, sizeMs } = this.#sums;
    const variance = sizeSize / one - meanSize ** 2;
    const isKnown = variance > (LEAST_SPREAD * meanSize) ** 2;
    const fixed = isKnown
      ? meanMs - ((sizeMs / one - meanSize * meanMs) / variance) * meanSize
      : this.#fixedMs;
    return Math.min(meanMs, Math.max(0, fixed));
  }
}
