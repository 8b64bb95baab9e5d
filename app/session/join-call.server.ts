/** Callers that ask while a call for the same key is under way share its answer. */
export function joinCall<Key, Result>(
  underWay: Map<Key, Promise<Result>>,
  key: Key,
  start: () => Promise<Result>,
): Promise<Result> {
  const before = underWay.get(key);
  if (before) return before;
  const mine = start().finally(() => {
    // Another one may have begun after this one was forgotten.
    if (underWay.get(key) === mine) underWay.delete(key);
  });
  underWay.set(key, mine);
  return mine;
}
