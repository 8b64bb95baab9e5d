/**
 * A count with what is counted, in the singular for one: '12 returns to hospital', '1 return to hospital'. `words` are in
 * the plural, which ends the first of them that ends in s; `count` is as it is written.
 */
export function counted(count: string, words: string): string {
  return `${count} ${count === "1" ? words.replace(/s\b/, "") : words}`;
}
