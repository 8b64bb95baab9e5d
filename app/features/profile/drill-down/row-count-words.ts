import { childNoun } from "~/domain/figures/drill-down-words";
import type { ChildLevel } from "~/domain/places/hierarchy";
import { formatCount } from "~/domain/number-format";

/** How many rows a list has, in words: '162 patients', or '26 of 162 patients' where a filter keeps some of them. */
export function rowCountText(
  child: ChildLevel,
  shown: number,
  total: number,
): string {
  const counted = `${formatCount(total)} ${childNoun(child, total)}`;
  return shown === total ? counted : `${formatCount(shown)} of ${counted}`;
}
