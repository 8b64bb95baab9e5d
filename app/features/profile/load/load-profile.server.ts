import { requestIdOf } from "~/data/request-context.server";
import { parseSort } from "~/domain/figures/drill-down-columns";
import type { Filters } from "~/domain/filters";
import { parseFrailtyFilter } from "~/domain/frailty";
import { graphsAsked, LONG_GRAPH_MONTHS } from "~/domain/graphs/graph-modes";
import {
  childLevelOf,
  COMPANY_ID,
  type Level,
} from "~/domain/places/hierarchy";
import { reportError } from "~/error-report.server";
import {
  asksForDocument,
  partialDocument,
} from "~/rendering/partial-document.server";
import { log } from "~/log.server";
import { countsFor } from "~/navigation.server";
import { requireScreen } from "~/session/screen.server";
import { todayAtPlace } from "~/session/today-at-place.server";
import {
  leadToAccepted,
  takeNotes,
  hasPreviousRange,
  readFilters,
} from "../filters/accepted-range.server";
import { parseOpenPanel } from "../open-panel";
import { carriedFilters, ownHref, type LinkSource } from "../profile-links";
import type { SentView, FetchedPart, OneCallPart } from "../profile-view";
import { isCurrentOnly } from "../view-parameters";
import {
  follow,
  LATE_AFTER_MS,
  lateOf,
  takesPanelsLater,
  watchArrivals,
} from "~/rendering/deferred-panels.server";
import { leaveOutRendered } from "./leave-out-rendered.server";
import { loadChartNotes } from "./load-chart-notes.server";
import { loadCensusMarks } from "~/features/data-quality/load-census-marks.server";
import {
  withMarks,
  askPanels,
  loadPhysician,
  type ProfilePanels,
  loadQuality,
  loadCmsMeasures,
  dateOf,
  loadGraphs,
  loadList,
  undated,
} from "./load-panels.server";
import { loadCompare } from "./load-compare.server";
import { loadHuddle } from "./load-huddle.server";
import { loadMorning, NO_MORNING } from "./load-morning.server";
import { organizationFor } from "./profile-subject.server";
import { listOf, viewOfPage } from "./view-of-page.server";
import { json } from "@remix-run/node";
import { isIsoDay } from "~/domain/calendar";
import type { SignedIn } from "~/session/require-user.server";
import { graphsView } from "../graphs/graphs-view";

/**
 * A failed panel shows its error; login, 403 and 404 replace the page. A partly accepted query redirects, so that
 * bookmarks say what they show.
 */
export async function loadProfile(
  request: Request,
  level: Level,
  idText = String(COMPANY_ID),
): Promise<SentView> {
  const signedIn = await requireScreen(request);
  const id = Number(idText);
  const search = new URL(request.url).searchParams;
  const today = await todayAtPlace(signedIn, level, id);
  const { viewer } = signedIn.user;
  const { filters, notes } = readFilters(search, level, viewer, today);
  const state = stateOf(search, level, id, filters);
  const open = parseOpenPanel(search, level);
  const href = ownHref(state, {}, open);
  if (notes.length > 0 || hasPreviousRange(search)) {
    return leadToAccepted(signedIn, href, notes);
  }
  const figures = { level, id, filters };
  const part = search.get("part");
  if ((part === "graphs" || part === "rows") && !asksForDocument(request)) {
    // Only `LeftOutParts` asks for one, and knows it.
    return json(await loadPart(signedIn, state, search, part)) as never;
  }
  const isPage = state.layout === "page";
  const asksQuality = open?.kind === "quality" || !isPage;
  const { call } = signedIn;
  const asked = askPanels(signedIn, figures, today, isPage);
  const parts = watchArrivals<ProfilePanels>({
    ...asked,
    list: asked.list.then((list) => {
      if (list.state === "error") reportListError(request, level, list.status);
      return list;
    }),
    quality: loadQuality(call, figures, today, asksQuality),
    cms: isPage ? loadCmsMeasures(signedIn, figures) : Promise.resolve(null),
  });
  // What stands open over a page is read at once, and a huddle sheet is printed.
  const isLong = isPage && open?.kind === "graph" && state.hasLongGraph;
  const isSentEarly = isPage && open === null && takesPanelsLater(request);
  const shown = { level, id, facilityId: filters.facilityId };
  const counts = countsFor(signedIn, shown);
  const [
    written,
    census,
    placeCounts,
    morning,
    residents,
    organization,
    physician,
    longGraphs,
  ] = await Promise.all([
    loadChartNotes(signedIn, figures, state.layout),
    loadCensusMarks(signedIn, figures, state.layout),
    counts,
    isPage
      ? counts.then((found) =>
          found ? loadMorning(signedIn, shown, found) : NO_MORNING,
        )
      : NO_MORNING,
    isPage ? null : loadHuddle(signedIn, figures, today),
    organizationFor(signedIn, level, filters),
    loadPhysician(call, figures),
    isLong ? loadGraphs(call, figures, LONG_GRAPH_MONTHS) : null,
    isSentEarly ? parts.within(LATE_AFTER_MS) : parts.all,
  ]);
  const { list } = parts.come;
  const compare =
    open?.kind === "compare" && list
      ? await loadCompare(
          call,
          figures,
          withMarks(list, census),
          request.signal,
        )
      : null;
  const known = {
    signedIn,
    state,
    search,
    today,
    organization,
    physician,
    compare,
    longGraphs,
    asksQuality,
    filterNotes: takeNotes(signedIn.csrfToken, href),
    census,
    counts: placeCounts,
    morning,
    residents,
    written,
    isListLate: !list,
  };
  const viewOf = (come: Partial<ProfilePanels>) => viewOfPage(known, come);
  if (lateOf(parts).length > 0 || !asksForDocument(request)) {
    return follow(parts, viewOf);
  }
  const view = viewOf(parts.come);
  // Scripts draw a huddle sheet and an open panel.
  return partialDocument(view, isPage && !open ? leaveOutRendered(view) : {});
}

function stateOf(
  search: URLSearchParams,
  level: Level,
  id: number,
  filters: Filters,
): LinkSource {
  const child = childLevelOf(level);
  return {
    level,
    id,
    filters,
    carried: carriedFilters(search, filters),
    sort: parseSort(search, child),
    frailtyFilter:
      child === "patient" ? parseFrailtyFilter(search.get("frailty")) : "all",
    isCurrentOnly: child === "patient" && isCurrentOnly(search),
    ...graphsAsked(search),
    layout: search.get("view") === "huddle" ? "huddle" : "page",
  };
}

/** Errors of the drill-down list go to the error-reporting service as well (R61). */
function reportListError(request: Request, level: Level, status: number): void {
  const event = "drill-down.failed";
  const requestId = requestIdOf(request);
  log.error(
    { event, request_id: requestId, profile: level, status },
    "the drill-down list did not come",
  );
  reportError({ event, requestId, status });
}

async function loadPart(
  signedIn: SignedIn,
  state: LinkSource,
  search: URLSearchParams,
  part: OneCallPart,
): Promise<FetchedPart> {
  if (part === "rows") {
    const list = await loadList(signedIn, state);
    return { lastUpdated: dateOf(list), ...listOf(list, state, search) };
  }
  const panel = await loadGraphs(signedIn.call, state);
  const day = search.get("silentSince") ?? "";
  const silentSince = isIsoDay(day) ? day : null;
  return {
    lastUpdated: dateOf(panel),
    graphs: undated(panel, (graphs) =>
      graphsView(graphs, { ...state, silentSince }),
    ),
  };
}
