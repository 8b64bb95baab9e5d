/** The label, or the name without one. */
export function groupTitle({
  name,
  label,
}: {
  name: string;
  label: string;
}): string {
  return label === "" ? name : label;
}

const { compare } = new Intl.Collator("en", { numeric: true });

export function inGroupOrder<
  Group extends { id: number; name: string; label: string },
>(groups: readonly Group[]): Group[] {
  return [...groups].sort(
    (one, other) =>
      compare(groupTitle(one), groupTitle(other)) || one.id - other.id,
  );
}
