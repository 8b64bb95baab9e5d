/** A stream of chances that is the same in every run for the same seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Exponentially distributed around a mean: waiting times, lengths of stay. */
  exponential(mean: number): number;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** FNV-1a, so that seeds can be words. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** Mulberry32 on the hash of a seed. Not for secrets. */
export function seededRandom(seed: string): Random {
  let state = hashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) =>
    from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) {
        throw new RangeError("there is nothing to pick from");
      }
      return item;
    },
    exponential: (mean) => -Math.log(1 - next()) * mean,
    shuffled(items) {
      const mixed = items.map((item) => ({ item, at: next() }));
      return mixed.sort((a, b) => a.at - b.at).map(({ item }) => item);
    },
  };
}
