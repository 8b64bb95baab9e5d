/** Groups in an order that does not hang on that of what is grouped. */
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
