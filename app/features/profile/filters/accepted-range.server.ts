import { redirect } from "@remix-run/node";
import { newYorkDay, isIsoDay, type IsoDay } from "~/domain/calendar";
import {
  type DateRange,
  type Filters,
  defaultRange,
  parseFilters,
} from "~/domain/filters";
import { rangePresets, rangeName } from "~/domain/range-text";
import type { ListSort } from "~/domain/lists/list-page";
import type { HiddenFields } from "~/features/report-filters/filter-form";
import type { Level } from "~/domain/places/hierarchy";
import { reachNotes, type Reach } from "~/domain/reach/reach-words";
import type { SignedIn } from "~/session/require-user.server";
import { todayAtPlace } from "~/session/today-at-place.server";
import { filterLine } from "./filter-words";
import { carriedFilters, PREVIOUS_END, PREVIOUS_START } from "../profile-links";
import { LRUCache } from "lru-cache";
import type { Viewer } from "~/domain/access/viewer";

/** `isSent`: the filter form sent the query, which holds more than the address of a page should. */
export function readReportRange(
  search: URLSearchParams,
  { user }: SignedIn,
  today = newYorkDay(new Date()),
): { filters: Filters; notes: string[]; isSent: boolean } {
  return {
    ...readFilters(search, "company", user.viewer, today),
    isSent: hasPreviousRange(search),
  };
}

/** Redirects to the address with the accepted part of a query, where the page shows `notes` once. */
export function leadToAccepted(
  { csrfToken }: SignedIn,
  href: string,
  notes: string[],
): never {
  keepNotes(csrfToken, href, notes);
  throw redirect(href);
}

export function shownRange(
  { csrfToken }: SignedIn,
  href: string,
  { startDate, endDate }: DateRange,
  sort: ListSort<string> | null,
  today = newYorkDay(new Date()),
) {
  const range = { startDate, endDate };
  const presets = rangePresets(today);
  return {
    range,
    rangeName: rangeName(range, presets),
    presets: {
      href,
      presets,
      inForce: { startDate, endDate },
    },
    filterNotes: takeNotes(csrfToken, href),
    hidden: {
      [PREVIOUS_START]: startDate,
      [PREVIOUS_END]: endDate,
      sort: sort?.column,
      dir: sort?.direction,
    },
  };
}

export async function readPlaceFilters(
  signedIn: SignedIn,
  request: Request,
  { level, id }: { level: Level; id: number },
) {
  const search = new URL(request.url).searchParams;
  const today = await todayAtPlace(signedIn, level, id);
  const { viewer } = signedIn.user;
  const { filters, notes } = readFilters(search, level, viewer, today);
  const { facilityId } = filters;
  const carried = {
    ...(facilityId !== undefined && { "facility-id": facilityId }),
    ...carriedFilters(search, filters),
  };
  const isAccepted = notes.length === 0 && !hasPreviousRange(search);
  return { search, today, filters, notes, carried, isAccepted };
}

export function shownPlaceFilters(
  signedIn: SignedIn,
  href: string,
  { filters, today, carried }: Awaited<ReturnType<typeof readPlaceFilters>>,
  page: {
    level: Level;
    name: string | null;
    sort: ListSort<string> | null;
    reach: Reach | null | undefined;
    action: string;
    kept: Record<string, string | undefined>;
  },
) {
  const { level, name, sort, action, kept } = page;
  const shown = shownRange(signedIn, href, filters, sort, today);
  const hidden: HiddenFields = { ...shown.hidden, ...kept };
  return {
    ...shown,
    paper: filterLine({
      level,
      name,
      filters,
      facilityName: null,
      through: "",
    }),
    action,
    hidden,
    isnp: filters.isnp,
    isnpFixed: signedIn.user.viewer.isnpOnly,
    filterNotes: [
      ...shown.filterNotes,
      ...reachNotes(page.reach ?? null, filters.endDate, today),
    ],
    clearHref: Object.keys(carried).length > 0 ? action : null,
    href,
  };
}

const MAX_PAGES_KEPT = 1_000;
const KEPT_MS = 60_000;

const kept = new LRUCache<string, string[]>({
  max: MAX_PAGES_KEPT,
  ttl: KEPT_MS,
});

/** Kept for the page that the redirect leads to. They are lost with the process: then the page shows the dates without the note. */
export function keepNotes(
  session: string,
  href: string,
  notes: string[],
): void {
  if (notes.length > 0) kept.set(keyOf(session, href), notes);
}

export function takeNotes(session: string, href: string): string[] {
  const key = keyOf(session, href);
  const notes = kept.get(key) ?? [];
  kept.delete(key);
  return notes;
}

function keyOf(session: string, href: string): string {
  return `${session} ${href}`;
}

/** The filters of a profile page. A facility filter belongs to physicians; a place's own page has none (R29). */
export function readFilters(
  search: URLSearchParams,
  level: Level,
  viewer: Viewer,
  today: IsoDay,
): { filters: Filters; notes: string[] } {
  const mine = new URLSearchParams(search);
  if (level !== "physician") mine.delete("facility-id");
  return parseFilters(mine, today, viewer, previousRange(search, today));
}

export function hasPreviousRange(search: URLSearchParams): boolean {
  return search.has(PREVIOUS_START) || search.has(PREVIOUS_END);
}

function previousRange(search: URLSearchParams, today: IsoDay): DateRange {
  const startDate = search.get(PREVIOUS_START) ?? "";
  const endDate = search.get(PREVIOUS_END) ?? "";
  const isSent = search.has("startDate") && search.has("endDate");
  return isSent &&
    isIsoDay(startDate) &&
    isIsoDay(endDate) &&
    startDate <= endDate
    ? { startDate, endDate }
    : defaultRange(today);
}
