import type { Location } from "@remix-run/react";
import {
  childLevelOf,
  LEVELS,
  type ChildLevel,
} from "~/domain/places/hierarchy";
import { parseOpenPanel } from "../open-panel";
import { ownHref } from "../profile-links";
import type { ProfileView } from "../profile-view";
import { isIsoDay, type IsoDay } from "~/domain/calendar";
import { parseSort } from "~/domain/figures/drill-down-columns";
import { parseFrailtyFilter, type FrailtyFilter } from "~/domain/frailty";
import { parseMonthlyGraphs } from "~/domain/graphs/graph-modes";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { SortDirection } from "~/domain/lists/table-sort";

export interface PageStep {
  view: ProfileView;
  location: Location;
  before: { pathname: string; view: ProfileView } | null;
  /** `document`: scripts found it in the document. `history`: back or forward. */
  by: "document" | "history" | "link";
}

/**
 * Adds the saved state to a URL without it (R39). The user may change the URL on the page itself: what it no longer
 * names is forgotten.
 */
export function keepState({
  view,
  location,
  before,
  by,
}: PageStep): string | null {
  const child = childLevelOf(view.level);
  const named = namedIn(view);
  const saved = read(view.stateMark);
  const keep = (gone: readonly PageThing[]) =>
    write(stateAfter(saved, named, child, gone), view.stateMark);

  if (before?.pathname === location.pathname) {
    keep(thingsOf(namedIn(before.view)));
    return null;
  }
  if (by === "document" && cameFromHere(location)) {
    keep(pageThings(child));
    return null;
  }
  const missing = mayApply(by, location)
    ? missingFrom(saved, named, child)
    : {};
  // Taken out until the page has shown them, so that a state which makes a page fail is not applied again.
  keep(thingsOf(missing));
  return thingsOf(missing).length > 0
    ? hrefWith(view, missing, location)
    : null;
}

/** Back and forward show the old state, and a document with a query shows just that. */
function mayApply(by: PageStep["by"], { search }: Location): boolean {
  if (by === "document") return search === "" && !isReturnToDocument();
  return by === "link";
}

function namedIn(view: ProfileView): PageState {
  const { carried } = view;
  const { sort, frailtyFilter, monthly } = view.asked ?? view;
  const { startDate, endDate, isnp } = carried;
  return {
    ...(Object.keys(carried).length > 0 && {
      filters: {
        ...(startDate && endDate && !view.isDefaultRange
          ? { startDate, endDate }
          : {}),
        ...(isnp && !view.isnpFixed && { isnp }),
      },
    }),
    ...(monthly.length > 0 && { monthly }),
    ...(frailtyFilter !== "all" && { frailty: frailtyFilter }),
    ...(sort && { sort }),
  };
}

function hrefWith(
  view: ProfileView,
  { filters, monthly, frailty, sort }: PageState,
  { search, hash }: Location,
): string {
  const open = parseOpenPanel(new URLSearchParams(search), view.level);
  const asked = view.asked ?? view;
  const href = ownHref(
    {
      ...view,
      ...(filters && { carried: filters }),
      asked: {
        ...(asked.isCurrentOnly && { isCurrentOnly: true }),
        sort: sort ?? asked.sort,
        frailtyFilter: frailty ?? asked.frailtyFilter,
        monthly: monthly ?? asked.monthly,
      },
    },
    {},
    open,
  );
  return href + hash;
}

function thingsOf(state: PageState): PageThing[] {
  return Object.keys(state) as PageThing[];
}

/** The document before this one was the same page: scripts came late, and what the URL leaves out was taken away. */
function cameFromHere({ pathname }: Location): boolean {
  return (
    document.referrer.split(/[?#]/)[0] === window.location.origin + pathname
  );
}

function isReturnToDocument(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return (entry as PerformanceNavigationTiming)?.type === "back_forward";
}

// A browser that is locked down has no local storage, or throws where it is touched: then nothing is kept.

function read(mark: string): SavedState {
  try {
    return parseSavedState(localStorage.getItem(SAVED_STATE_KEY), mark);
  } catch {
    return {};
  }
}

function write(state: SavedState, mark: string): void {
  const text = savedStateText(state, mark);
  try {
    if (text === null) localStorage.removeItem(SAVED_STATE_KEY);
    else localStorage.setItem(SAVED_STATE_KEY, text);
  } catch {
    return;
  }
}

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

/** Keeps what the URL names, and forgets what is `gone`. */
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
