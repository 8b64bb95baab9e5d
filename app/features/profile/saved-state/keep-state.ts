import type { Location } from "@remix-run/react";
import { childLevelOf, type Level } from "~/domain/places/hierarchy";
import { hrefOf } from "../profile-links";
import type { ProfileView } from "../profile-view";

export interface PageStep {
  view: ProfileView;
  location: Location;
  before: { pathname: string; view: ProfileView } | null;
  /** `document`: scripts found it in the document. `history`: back or forward. */
  by: "document" | "history" | "link";
}

/**
 * The part of a query that says each thing: filters, graphs, frailty, and the sort of each kind of list. It holds no ids
 * of places or people, and nothing about patients.
 */
type State = Record<string, string>;

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
  const named = namedIn(view);
  const saved = read(view.stateMark);
  const keep = (gone: readonly string[]) => {
    const kept = Object.entries(saved).filter(([name]) => !gone.includes(name));
    write({ ...Object.fromEntries(kept), ...named }, view.stateMark);
  };

  if (before?.pathname === location.pathname) {
    keep(Object.keys(namedIn(before.view)));
    return null;
  }
  const things = thingsOf(view.level);
  if (by === "document" && cameFromHere(location)) {
    keep(things);
    return null;
  }
  const missing = mayApply(by, location)
    ? things.filter((name) => name in saved && !(name in named))
    : [];
  // Taken out until the page has shown them, so that a state which makes a page fail is not applied again.
  keep(missing);
  if (missing.length === 0) return null;
  const query = [location.search, ...missing.map((name) => saved[name])];
  const search = new URLSearchParams(query.join("&"));
  return hrefOf(view, search) + location.hash;
}

/** Back and forward show the old state, and a document with a query shows just that. */
function mayApply(by: PageStep["by"], { search }: Location): boolean {
  if (by === "document") return search === "" && !isReturnToDocument();
  return by === "link";
}

function thingsOf(level: Level): string[] {
  const child = childLevelOf(level);
  return [
    "filters",
    `sort ${child}`,
    ...(child === "patient" ? ["frailty"] : []),
    "monthly",
  ];
}

/** The filters are one thing: a URL that names one of them says all of them (R40). */
function namedIn(view: ProfileView): State {
  const { carried } = view;
  const { sort, frailtyFilter, monthly } = view.asked ?? view;
  const { startDate, endDate, isnp } = carried;
  // Without dates the range is the default one, which moves with the days.
  const filters = {
    ...(startDate && endDate && !view.isDefaultRange && { startDate, endDate }),
    ...(isnp && !view.isnpFixed && { isnp: "true" }),
  };
  return {
    ...(Object.keys(carried).length > 0 && { filters: queryOf(filters) }),
    ...(monthly.length > 0 && { monthly: queryOf({ mom: monthly.join(",") }) }),
    ...(frailtyFilter !== "all" && {
      frailty: queryOf({ frailty: frailtyFilter }),
    }),
    ...(sort && {
      [`sort ${childLevelOf(view.level)}`]: queryOf({
        sort: sort.column,
        dir: sort.direction,
      }),
    }),
  };
}

function queryOf(values: Record<string, string>): string {
  return new URLSearchParams(values).toString();
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

export const SAVED_STATE_KEY = "state";

// A browser that is locked down has no local storage, or throws where it is touched: then nothing is kept.

/** Text of another session (`mark`), and whatever is not understood, counts as not saved. */
function read(mark: string): State {
  try {
    const text = localStorage.getItem(SAVED_STATE_KEY);
    const { mark: own, ...state } = JSON.parse(text ?? "{}") as State;
    const isQuery = ([, query]: [string, unknown]) => typeof query === "string";
    return own === mark
      ? Object.fromEntries(Object.entries(state).filter(isQuery))
      : {};
  } catch {
    return {};
  }
}

function write(state: State, mark: string): void {
  const kept = Object.entries(state).filter(([, query]) => query !== "");
  try {
    if (kept.length === 0) localStorage.removeItem(SAVED_STATE_KEY);
    else {
      const text = JSON.stringify({ mark, ...Object.fromEntries(kept) });
      localStorage.setItem(SAVED_STATE_KEY, text);
    }
  } catch {
    return;
  }
}
