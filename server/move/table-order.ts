export interface TableReferences {
  name: string;
  /** Tables that its rows point to. */
  references: readonly string[];
}

/**
 * Names of tables so that each comes after those that its rows point to; otherwise in the order given. Rows may point to
 * their own table. Throws where tables point to each other, or to one that is not given.
 */
export function inOrderOfReference(
  tables: readonly TableReferences[],
): string[] {
  const ordered: string[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const ready = left.find(({ name, references }) =>
      references.every((other) => other === name || ordered.includes(other)),
    );
    if (!ready) {
      const names = left.map(({ name }) => name).join(", ");
      throw new Error(`no order of reference among the tables ${names}`);
    }
    ordered.push(ready.name);
    left = left.filter((table) => table !== ready);
  }
  return ordered;
}
