import { formatCount } from "../number-format";
import { ROWS_OF_A_PAGE } from "./list-page";

/** '12 returns to hospital', '1 return to hospital': `words` are plural, which ends the first of them that ends in s. */
export function counted(count: string, words: string): string {
  return `${count} ${count === "1" ? words.replace(/s\b/, "") : words}`;
}

export function shownOf(
  { page, rows, total }: { page: number; rows: number; total: number },
  words: string,
): string {
  const before = (page - 1) * ROWS_OF_A_PAGE;
  return total <= ROWS_OF_A_PAGE
    ? counted(formatCount(total), words)
    : `${formatCount(before + 1)}–${formatCount(before + rows)} of ${formatCount(total)}`;
}
