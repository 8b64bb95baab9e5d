/** The entries that are not as before. */
export function changedEntries<Entries extends Record<string, string>>(
  before: Entries,
  after: Entries,
): Partial<Entries> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, text]) => before[name] !== text),
  ) as Partial<Entries>;
}
