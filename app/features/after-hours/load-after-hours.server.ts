import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import {
  getPhysicianAlerts,
  type AfterHoursNote,
} from "~/contract/physicianalerts";
import type { Outcome } from "~/data/call.server";
import { failurePage } from "~/data/call-failure.server";
import { apiHost } from "~/data/upstream.server";
import {
  GRAPH_ERROR_ABOVE,
  noticesOf,
  panelOf,
  type Panel,
} from "~/data/panel.server";
import { afterHoursColumns, type AfterHoursColumn } from "./rules/columns";
import {
  afterHoursQuery,
  filterNotes,
  isSameFilter,
  readAfterHoursFilters,
  type AfterHoursFilters,
  noteTimeText,
  readNoteTime,
} from "./rules/filters";
import {
  DEFAULT_LOOKBACK_HOURS,
  LONGEST_LOOKBACK_HOURS,
  afterHoursWords,
  HIGH_RISK_FIRST,
  hiddenNotesText,
  lookbackText,
  newNotesText,
  noteCountText,
} from "./rules/words";
import { HELP, PAGE } from "./view";
import { listPage, readPage, readSort } from "~/domain/lists/list-page";
import {
  chosenLocation,
  clearedPlaces,
  facilityIdsIn,
  locationName,
  readLocationChoice,
  type LocationOptions,
  locationOptions,
  NO_OPTIONS,
} from "~/domain/places/location-choice";
import { systemMessages } from "~/domain/system-messages";
import {
  leadToAccepted,
  takeNotes,
} from "~/features/profile/filters/accepted-range.server";
import { reportCrumbs } from "~/features/shell/navigation/report-crumbs";
import {
  asksForDocument,
  contentKeys,
  partialDocument,
} from "~/rendering/partial-document.server";
import { withQuery, withSearch } from "~/paths";
import { freshnessFor } from "~/session/freshness.server";
import { requireScreen } from "~/session/screen.server";
import type { SignedIn } from "~/session/require-user.server";
import { lastLook } from "~server/notes/service";
import {
  isSince,
  isUnread,
  noteRow,
  sortNotes,
  timedNotes,
  type NoteSort,
  type TimedNote,
} from "./note-rows";
import { getPhysician } from "~/contract/physician";

type Notes = Outcome<{
  data: readonly AfterHoursNote[];
  lastUpdated?: string | null;
}>;

export async function loadAfterHours({
  request,
}: LoaderFunctionArgs): Promise<AfterHoursView> {
  const signedIn = await requireScreen(request);
  const view = await viewAt(new URL(request.url), signedIn, new Date());
  return asksForDocument(request) ? partialDocument(view) : view;
}

export type AfterHoursView = Awaited<ReturnType<typeof viewAt>>;
export type NoteList = NonNullable<ReturnType<typeof listOf>>;

async function viewAt(url: URL, signedIn: SignedIn, now: Date) {
  const { viewer, multiFacility } = signedIn.user;
  const isnpFixed = viewer.isnpOnly;
  const [{ outcome, query, options, choice, filters }, lookedAt] =
    await Promise.all([readQuestion(signedIn, url, now), lastLookOf(signedIn)]);
  const { hours, highRisk, isnp } = filters;
  const place = chosenLocation(choice);
  const columns = afterHoursColumns(viewer, multiFacility);
  const sort = readSort(query, columns);
  const notes = notesPanel(outcome, (all) =>
    listOf(all, {
      filters,
      columns,
      sort,
      page: readPage(query),
      viewer,
      lookedAt,
      now,
    }),
  );
  const isInFull = query.get("notes") === "open";
  const lastUpdated =
    outcome.kind === "data" ? outcome.answer.lastUpdated : null;
  return {
    crumbs: reportCrumbs(viewer, afterHoursWords.title),
    /** As requested, with or without its last slash. */
    path: url.pathname,
    /** The data address for marks of opened notes. */
    markHref: withQuery(url.pathname, {
      _data: "routes/reports.after-hours-patient-report",
    }),
    ...addressesOf(url.pathname, query, isnpFixed, now),
    filters: { hours, highRisk, isnp },
    isUnfiltered:
      hours === DEFAULT_LOOKBACK_HOURS &&
      !highRisk &&
      (!isnp || isnpFixed) &&
      place === null,
    isnpFixed,
    locations: { options, choice },
    filterNotes: takeNotes(signedIn.csrfToken, withSearch(url.pathname, query)),
    columns,
    sort,
    /** For the huddle, and for paper. */
    isInFull,
    paper: [
      `${afterHoursWords.title}: ${lookbackText(hours)}`,
      highRisk ? afterHoursWords.highRiskOnly : null,
      isnp ? afterHoursWords.isnpOnly : null,
      locationName(options, place),
    ]
      .filter(Boolean)
      .join(" · "),
    notes,
    keys: contentKeys({ rows: [notes, columns, isInFull] }),
    notices: noticesOf(notes),
    freshness: freshnessFor(signedIn, lastUpdated ?? signedIn.lastUpdated),
  };
}

/** The page does without it. */
async function lastLookOf({ ask }: SignedIn): Promise<Date | null> {
  if (apiHost) return null;
  const outcome = await ask(lastLook, {});
  const at = outcome.kind === "data" ? outcome.answer.at : null;
  return at === null ? null : new Date(at);
}

/** Throws the redirect to the corrected address if the query has a mistake. */
async function readQuestion(
  signedIn: SignedIn,
  { pathname, searchParams }: URL,
  now: Date,
) {
  const { isnpOnly } = signedIn.user.viewer;
  const query = afterHoursQuery(searchParams, isnpOnly, now);
  if (!isSameFilter(query, searchParams)) {
    throw redirect(withSearch(pathname, query));
  }
  const [outcome, options] = await Promise.all([
    signedIn.call(getPhysicianAlerts, {}),
    optionsFor(signedIn),
  ]);
  const choice = readLocationChoice(query, options);
  const cleared = clearedPlaces(query, options, choice);
  if (cleared.length > 0) {
    for (const [level, id] of Object.entries(choice)) {
      if (id === null) query.delete(level);
    }
    return leadToAccepted(signedIn, withSearch(pathname, query), cleared);
  }
  const filters = {
    ...readAfterHoursFilters(query, isnpOnly),
    facilityIds: facilityIdsIn(options, choice),
  };
  return { query, outcome, options, choice, filters };
}

function addressesOf(
  path: string,
  query: URLSearchParams,
  isnpOnly: boolean,
  now: Date,
) {
  const own = new URLSearchParams(query);
  own.delete(HELP.name);
  const atLength = (search: URLSearchParams) => {
    const longest = new URLSearchParams(search);
    longest.set("hours", String(LONGEST_LOOKBACK_HOURS));
    longest.delete(PAGE);
    return withSearch(path, afterHoursQuery(longest, isnpOnly, now));
  };
  return {
    query: own.toString(),
    longestHref: atLength(own),
    unfilteredHref: atLength(new URLSearchParams()),
  };
}

const TEXTS = { systemError: systemMessages.systemError.table };

/**
 * Any failure shows the placeholder of an error (R170), except 401 and 403. No note within 72 hours counts as empty.
 */
function notesPanel(
  outcome: Notes,
  list: (notes: readonly AfterHoursNote[]) => NoteList | null,
): Panel<NoteList> {
  if (outcome.kind === "failure" && outcome.status === 403) {
    throw failurePage(outcome);
  }
  const panel = panelOf(
    outcome,
    TEXTS,
    ({ data }) => list(data),
    GRAPH_ERROR_ABOVE,
  );
  if (panel.state !== "data") return panel;
  return panel.data === null
    ? { state: "empty" }
    : { state: "data", data: panel.data };
}

const NOTES_PER_PAGE = 50;

function listOf(
  all: readonly AfterHoursNote[],
  {
    filters,
    columns,
    sort,
    page,
    viewer,
    lookedAt,
    now,
  }: {
    filters: AfterHoursFilters;
    columns: readonly AfterHoursColumn[];
    sort: NoteSort;
    page: number;
    viewer: SignedIn["user"]["viewer"];
    lookedAt: Date | null;
    now: Date;
  },
) {
  const notes = timedNotes(all, (text) => readNoteTime(text, now));
  const { shown, inLookback, atLongest, recent } = filterNotes(
    notes,
    filters,
    now,
  );
  if (recent.length === 0) return null;
  const hasOwnPages = apiHost === null;
  const found = new Set(shown);
  const hasUnread = viewer.accessLevel === "physician";
  const matters = (note: TimedNote) =>
    hasUnread
      ? isUnread(note, viewer, hasOwnPages)
      : note.highRisk === true && !found.has(note);
  const sorted = sortNotes(shown, sort);
  const { rows: listed, ...place } = listPage(sorted, page, NOTES_PER_PAGE);
  const hidden = recent.filter(
    (note) => matters(note) && !listed.includes(note),
  );
  const risks = new Set(shown.map(({ highRisk }) => highRisk === true));
  const isPinned = sort === null && risks.size > 1;
  const news = shown.filter((note) => isSince(note, lookedAt)).length;
  return {
    rows: listed.map((note) =>
      noteRow(note, columns, viewer, { hasOwnPages, lookedAt }),
    ),
    page: place.page,
    pages: place.pages,
    countText:
      noteCountText(place, inLookback, filters.hours) +
      (isPinned ? HIGH_RISK_FIRST : ""),
    /** With the same filters and the longest lookback. */
    inLongest: atLongest.length,
    hiddenText: hiddenText(hidden, hasUnread),
    hiddenBy: hiddenBy(
      hidden.filter((note) => !found.has(note)),
      atLongest,
    ),
    newText:
      lookedAt === null || news === 0
        ? null
        : newNotesText(news, noteTimeText({ at: lookedAt, isCertain: true })),
  };
}

/** What keeps notes off every page of the list; null if nothing does. */
function hiddenBy(
  notes: readonly TimedNote[],
  atLongest: readonly TimedNote[],
): "lookback" | "filters" | null {
  if (notes.length === 0) return null;
  const isKept = new Set(atLongest);
  return notes.every((note) => isKept.has(note)) ? "lookback" : "filters";
}

function hiddenText(
  hidden: readonly TimedNote[],
  hasUnread: boolean,
): string | null {
  if (hidden.length === 0) return null;
  const times = hidden.flatMap(({ time }) => (time ? [time] : []));
  const oldest = times.sort((one, other) => +one.at - +other.at)[0] ?? null;
  return hiddenNotesText(hasUnread ? "unread notes" : "high-risk notes", {
    count: hidden.length,
    highRisk: hasUnread
      ? hidden.filter(({ highRisk }) => highRisk === true).length
      : 0,
    oldest: noteTimeText(oldest),
  });
}

/** Physicians choose among the facilities of their own record, because they may open no place. */
async function optionsFor(signedIn: SignedIn): Promise<LocationOptions> {
  const { viewer, multiFacility } = signedIn.user;
  const [npi] = viewer.accessLevelIds;
  if (viewer.accessLevel === "physician") {
    if (!multiFacility || npi === undefined) return NO_OPTIONS;
    const outcome = await signedIn.call(getPhysician, { params: { npi } });
    if (outcome.kind !== "data") return NO_OPTIONS;
    const { facilities } = outcome.answer.data;
    return {
      ...NO_OPTIONS,
      facility: facilities.map(({ facility_id: id, facility_name: name }) => {
        return { id, name };
      }),
    };
  }
  // If the organisation fails to load, the shell says so.
  const places = await signedIn.findOrganization();
  return places.kind === "data"
    ? locationOptions(places.organization)
    : NO_OPTIONS;
}
