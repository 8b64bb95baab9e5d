/**
 * Joins ids that are linked, directly or by others.
 *
 * @returns for each id of a link, the smallest id that it is joined with
 */
export function linkedGroups(
  links: Iterable<readonly [number, number]>,
): Map<number, number> {
  const parents = new Map<number, number>();
  const rootOf = (id: number): number => {
    let root = id;
    for (;;) {
      const parent = parents.get(root) ?? root;
      if (parent === root) break;
      root = parent;
    }
    // The next look-up takes the short way.
    for (let at = id; at !== root;) {
      const parent = parents.get(at) ?? root;
      parents.set(at, root);
      at = parent;
    }
    return root;
  };
  for (const [one, other] of links) {
    const roots = [rootOf(one), rootOf(other)];
    const root = Math.min(...roots);
    for (const id of roots) parents.set(id, root);
  }
  return new Map([...parents.keys()].map((id) => [id, rootOf(id)]));
}
