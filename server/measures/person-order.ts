const { compare } = new Intl.Collator("en", { numeric: true });

interface Person {
  id: number;
  first_name: string | null;
  last_name: string | null;
}

/** People without a last name go last. SQL cannot sort this, because collations differ. */
export function byPersonName(one: Person, other: Person): number {
  return (
    Number(!one.last_name) - Number(!other.last_name) ||
    compare(one.last_name ?? "", other.last_name ?? "") ||
    compare(one.first_name ?? "", other.first_name ?? "") ||
    one.id - other.id
  );
}
