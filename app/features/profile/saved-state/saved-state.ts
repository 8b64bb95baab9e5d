import { isIsoDay, type IsoDay } from "~/domain/calendar";
import { parseSort } from "~/domain/figures/drill-down-columns";
import { parseFrailtyFilter, type FrailtyFilter } from "~/domain/frailty";
import { parseMonthlyGraphs } from "~/domain/graphs/graph-modes";
import { LEVELS, type ChildLevel } from "~/domain/places/hierarchy";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { SortDirection } from "~/domain/lists/table-sort";

export const SAVED_STATE_KEY = "state";

/** A browser keeps far less; a longer text is not ours. */
const LONGEST_TEXT = 2_000;

/** Filters other than the default ones; without dates the range is the default one, which moves with the days. */
export interface SavedFilters {
  startDate?: IsoDay;
  endDate?: IsoDay;
  isnp?: true;
}

export interface SavedSort {
  column: string;
  direction: SortDirection;
}

/** What a URL says of the things that are saved (R40). The filters are one thing: a URL that names one of them says all of them. */
export interface PageState {
  filters?: SavedFilters;
  monthly?: GraphTag[];
  frailty?: FrailtyFilter;
  sort?: SavedSort;
}

export type PageThing = keyof PageState;

/** What a browser remembers between pages: no ids of places or people, and nothing about patients. */
export interface SavedState extends Omit<PageState, "sort"> {
  sorts?: Partial<Record<ChildLevel, SavedSort>>;
}

const CHILD_LEVELS: readonly ChildLevel[] = [
  ...LEVELS.filter((level) => level !== "company"),
  "patient",
];

export function pageThings(child: ChildLevel): PageThing[] {
  const things: PageThing[] = ["filters", "monthly", "sort"];
  return child === "patient" ? [...things, "frailty"] : things;
}

/** Never throws: text of another session (`mark`), and whatever is not understood, counts as not saved. */
export function parseSavedState(text: string | null, mark: string): SavedState {
  const raw = recordOf(jsonOf(text));
  if (raw.mark !== mark) return {};
  const filters = parseFilters(recordOf(raw.filters));
  const monthly = parseMonthlyGraphs(textOf(raw.monthly));
  const frailty = parseFrailtyFilter(textOf(raw.frailty));
  const sorts = parseSorts(recordOf(raw.sorts));
  return {
    ...(isFilled(filters) && { filters }),
    ...(monthly.length > 0 && { monthly }),
    ...(frailty !== "all" && { frailty }),
    ...(isFilled(sorts) && { sorts }),
  };
}

export function savedStateText(
  { filters = {}, monthly = [], frailty = "all", sorts = {} }: SavedState,
  mark: string,
): string | null {
  const kept = {
    ...(isFilled(filters) && { filters }),
    ...(monthly.length > 0 && { monthly: monthly.join(",") }),
    ...(frailty !== "all" && { frailty }),
    ...(isFilled(sorts) && { sorts }),
  };
  return isFilled(kept) ? JSON.stringify({ mark, ...kept }) : null;
}

export function missingFrom(
  { sorts = {}, ...rest }: SavedState,
  named: PageState,
  child: ChildLevel,
): PageState {
  const saved: PageState = { ...rest };
  if (sorts[child]) saved.sort = sorts[child];
  return Object.fromEntries(
    pageThings(child)
      .filter((thing) => thing in saved && !(thing in named))
      .map((thing) => [thing, saved[thing]]),
  );
}

/** The saved state after a page: what its URL names is kept, and of the rest what is `gone` is forgotten. */
export function stateAfter(
  { sorts, ...saved }: SavedState,
  named: PageState,
  child: ChildLevel,
  gone: readonly PageThing[],
): SavedState {
  const { [child]: ownSort, ...otherSorts } = sorts ?? {};
  const own: PageState = { ...saved, ...(ownSort && { sort: ownSort }) };
  for (const thing of gone) delete own[thing];
  const { sort, ...rest } = { ...own, ...named };
  return { ...rest, sorts: { ...otherSorts, ...(sort && { [child]: sort }) } };
}

function parseFilters({
  startDate,
  endDate,
  isnp,
}: Record<string, unknown>): SavedFilters {
  const from = textOf(startDate);
  const to = textOf(endDate);
  return {
    ...(isIsoDay(from) &&
      isIsoDay(to) &&
      from <= to && { startDate: from, endDate: to }),
    ...(isnp === true && { isnp }),
  };
}

function parseSorts(raw: Record<string, unknown>): SavedState["sorts"] & {} {
  const sorts: Partial<Record<ChildLevel, SavedSort>> = {};
  for (const child of CHILD_LEVELS) {
    const { column, direction } = recordOf(raw[child]);
    const sort = parseSort(
      new URLSearchParams({ sort: textOf(column), dir: textOf(direction) }),
      child,
    );
    if (sort) {
      sorts[child] = { column: sort.column.key, direction: sort.direction };
    }
  }
  return sorts;
}

function jsonOf(text: string | null): unknown {
  if (!text || text.length > LONGEST_TEXT) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)
    : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isFilled(value: object): boolean {
  return Object.keys(value).length > 0;
}
