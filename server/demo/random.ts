/** FNV-1a, so seeds can be words. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** Mulberry32: equal seeds, equal numbers. Not for secrets. */
export function seededRandom(seed: string) {
  let state = hashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** Both ends included. */
  const int = (from: number, to: number) =>
    from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (probability: number) => next() < probability,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
    /** For waiting times and lengths of stay. */
    exponential: (mean: number) => -Math.log(1 - next()) * mean,
    shuffled<Item>(items: readonly Item[]): Item[] {
      const mixed = items.map((item) => ({ item, at: next() }));
      return mixed.sort((a, b) => a.at - b.at).map(({ item }) => item);
    },
    weighted<Item>(items: readonly (readonly [number, Item])[]): Item {
      let left = next() * items.reduce((sum, [weight]) => sum + weight, 0);
      const item = items.find(([weight]) => (left -= weight) < 0);
      return (item ?? items.at(-1)!)[1];
    },
  };
}

export type Random = ReturnType<typeof seededRandom>;
