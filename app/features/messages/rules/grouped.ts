export function groupedBy<Thing>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => string,
): Thing[][] {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => group);
}

/** Disjoint sets; the smallest member stands for each. */
export class Groups<Key extends number | string> {
  private readonly parents: Map<Key, Key>;

  constructor(others?: Groups<Key>) {
    this.parents = new Map(others?.parents);
  }

  find(key: Key): Key {
    let at = key;
    for (let next; (next = this.parents.get(at)) !== undefined;) at = next;
    return at;
  }

  join(keys: readonly Key[]): void {
    const groups = keys.map((key) => this.find(key));
    const [first, ...others] = groups.sort((one, other) =>
      one < other ? -1 : 1,
    );
    for (const group of others) {
      if (first !== undefined && group !== first)
        this.parents.set(group, first);
    }
  }
}

/** The list is ordered; finds the first place that is not before. */
export function placeIn<Thing>(
  ordered: readonly Thing[],
  isBefore: (thing: Thing) => boolean,
): number {
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const thing = ordered[middle];
    if (thing !== undefined && isBefore(thing)) from = middle + 1;
    else to = middle;
  }
  return from;
}
