import type { Location } from "@remix-run/react";
import { childLevelOf } from "~/domain/places/hierarchy";
import {
  missingFrom,
  pageThings,
  parseSavedState,
  SAVED_STATE_KEY,
  savedStateText,
  stateAfter,
  type PageState,
  type PageThing,
  type SavedState,
} from "./saved-state";
import { parseOpenPanel } from "../open-panel";
import { ownHref } from "../profile-links";
import type { ProfileView } from "../profile-view";

export interface PageStep {
  view: ProfileView;
  location: Location;
  /** The profile page before it, as long as the same component shows both; null for a page that is entered. */
  before: { pathname: string; view: ProfileView } | null;
  /** `document`: scripts found it in the document. `history`: back or forward. */
  by: "document" | "history" | "link";
}

/**
 * Returns the URL with what was saved for a page that was entered without it (R39). On the page itself the URL is the
 * user's choice: what it no longer names is forgotten.
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

/** Back and forward show what was there before, and a document that was asked for with a query shows just that. */
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
