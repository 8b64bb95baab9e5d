/** The first place in an order whose thing is not before what is looked for; the length where all are. */
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
