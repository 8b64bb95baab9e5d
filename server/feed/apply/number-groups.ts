/** Numbers by whose they are: those of one resident are a group. */
export class NumberGroups {
  private readonly parents: Map<number, number>;

  constructor(ids: Iterable<number>) {
    this.parents = new Map([...ids].map((id) => [id, id]));
  }

  /** The number that stands for the group of another one. */
  find(id: number): number {
    let at = id;
    for (;;) {
      const parent = this.parents.get(at) ?? at;
      if (parent === at) return at;
      at = parent;
    }
  }

  join(ids: readonly number[]): void {
    const groups = ids.map((id) => this.find(id));
    const first = Math.min(...groups);
    for (const group of groups) this.parents.set(group, first);
  }

  /**
   * Joins what several links make one, but for those that would make one of two groups that are known to be two. Which links these
   * are does not hang on their order.
   *
   * @param known numbers of groups that must stay apart
   */
  joinApart(links: readonly (readonly number[])[], known: Iterable<number>) {
    const all = new NumberGroups(this.parents.keys());
    for (const id of this.parents.keys()) all.join([id, this.find(id)]);
    for (const ids of links) all.join(ids);
    const apart = new Map<number, Set<number>>();
    for (const id of known) {
      const group = all.find(id);
      apart.set(group, (apart.get(group) ?? new Set()).add(this.find(id)));
    }
    const isSafe = (id: number) => (apart.get(all.find(id))?.size ?? 0) < 2;
    for (const ids of links.filter((own) => own.every(isSafe))) this.join(ids);
  }
}
