import { redirect } from "@remix-run/node";
import { newYorkDay } from "~/domain/calendar";
import type { DateRange, Filters } from "~/domain/filters";
import { rangePresets } from "./range-presets";
import { rangeName } from "~/domain/range-text";
import type { SignedIn } from "~/session/require-user.server";
import { keepNotes, takeNotes } from "./notes-of-next-page.server";
import { PREVIOUS_END, PREVIOUS_START } from "../profile-links";
import { hasPreviousRange, readFilters } from "./read-filters";

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
  sort: { column: string; direction: string } | null,
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
