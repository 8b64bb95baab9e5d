import { SMALL_MARK } from "~/domain/figures/small-mark";
import { passesFrailtyFilter, type FrailtyFilter } from "~/domain/frailty";
import { sortRows } from "~/domain/lists/table-sort";
import type { Arrangement, ProfileView, ListView } from "../profile-view";
import { childNoun } from "~/domain/figures/drill-down-words";
import type { ChildLevel } from "~/domain/places/hierarchy";
import { formatCount } from "~/domain/number-format";

export const OPEN_STAY = "Current";

const OPEN_STAY_SORTS_AS = "9999-12-31";

const DISCHARGE = "discharge_date";
const SCORE = "frailty_score";

/** Null for all rows in their own order. It reads cells as shown, since it runs in the browser too. */
export function arrangeList(
  { heads, keys, columns, total }: ListView,
  sort: ProfileView["sort"],
  frailtyFilter: FrailtyFilter,
  isCurrentOnly = false,
): Arrangement | null {
  const cellsOf = (key: string) =>
    columns[heads.findIndex((head) => head.key === key)] ?? [];
  const kind = heads.find(({ key }) => key === sort?.column)?.kind;
  const isSorted = sort && kind && kind !== "frailty-distribution";
  const isFiltered = frailtyFilter !== "all" || isCurrentOnly;
  if (!isSorted && !isFiltered) return null;

  const scores = isFiltered ? cellsOf(SCORE) : [];
  const discharges = isCurrentOnly ? cellsOf(DISCHARGE) : [];
  const kept = keys
    .map((_, place) => place)
    .filter(
      (place) =>
        passesFrailtyFilter(scoreOf(scores[place]), frailtyFilter) &&
        (!isCurrentOnly || discharges[place] === OPEN_STAY),
    );
  const cells = isSorted ? cellsOf(sort.column) : [];
  const places = isSorted
    ? sortRows(
        kept,
        { kind, value: (place) => valueOf(sort.column, cells[place]) },
        sort.direction,
      )
    : kept;
  return {
    places,
    count: isFiltered ? rowCountText("patient", places.length, total) : null,
  };
}

function valueOf(key: string, text = ""): string {
  if (key === DISCHARGE && text === OPEN_STAY) return OPEN_STAY_SORTS_AS;
  return text.startsWith(SMALL_MARK) ? text.slice(SMALL_MARK.length) : text;
}

function scoreOf(text: string | undefined): number | null {
  const score = Number(text || "none");
  return Number.isNaN(score) ? null : score;
}

/** How many rows a list has, in words: '162 patients', or '26 of 162 patients' where a filter keeps some of them. */
export function rowCountText(
  child: ChildLevel,
  shown: number,
  total: number,
): string {
  const counted = `${formatCount(total)} ${childNoun(child, total)}`;
  return shown === total ? counted : `${formatCount(shown)} of ${counted}`;
}
