import { redirect } from "@remix-run/node";
import { requestIdOf } from "~/data/request-context.server";
import { breadcrumbsFor, type Breadcrumb } from "~/domain/access/breadcrumbs";
import type { PageRequest } from "~/domain/access/guard";
import { newYorkDay } from "~/domain/calendar";
import { isDefaultRange } from "~/domain/filters";
import { parseSort } from "~/domain/figures/drill-down-columns";
import { parseFrailtyFilter } from "~/domain/frailty";
import { parseMonthlyGraphs } from "~/domain/graphs/graph-modes";
import {
  childLevelOf,
  COMPANY_ID,
  type Level,
} from "~/domain/places/hierarchy";
import { reportError } from "~/error-report.server";
import { log } from "~/log.server";
import { profilePath, type ProfileQuery } from "~/paths";
import { freshnessFor } from "~/session/freshness.server";
import { guardPage } from "~/session/guard-page.server";
import { requireUser } from "~/session/require-user.server";
import { markOf } from "~/session/session-storage.server";
import { listView } from "../drill-down/drill-down-rows";
import { figuresView } from "../overview/figures-view";
import { graphsView } from "../graphs/graphs-view";
import { loadCompare } from "./load-compare.server";
import { loadPanels, undated, type ProfilePanels } from "./load-panels.server";
import { loadQuality } from "./load-quality.server";
import { paperWords } from "../filters/filter-words";
import { keepNotes, takeNotes } from "./notes-of-next-page.server";
import { frailtyView } from "../frailty-view";
import { parseOpenPanel } from "../open-panel";
import { carriedFilters, ownHref } from "../profile-links";
import { documentTitle, profileTitle } from "../profile-title";
import { organizationFor, subjectOf } from "./profile-subject.server";
import type { ProfileView } from "../profile-view";
import { clearHrefOf } from "../filters/clear-filters";
import { hasPreviousRange, readFilters } from "../filters/read-filters";

/**
 * Loads a profile page: who asks, whether they may, the query read once, then every panel together. What it throws
 * replaces the page (login, 403, 404); a panel that fails is told in its place. A query that was not accepted as it is
 * leads on to the URL of what was accepted, so that addresses that are kept or reloaded say what they show.
 */
export async function loadProfile(
  request: Request,
  level: Level,
  idText = String(COMPANY_ID),
): Promise<ProfileView> {
  const signedIn = await requireUser(request);
  await guardPage(signedIn, pageOf(level, idText));
  const id = Number(idText);
  const search = new URL(request.url).searchParams;
  const today = newYorkDay(new Date());
  const { viewer } = signedIn.user;
  const { filters, notes } = readFilters(search, level, viewer, today);
  const carried = carriedFilters(search, filters);
  const child = childLevelOf(level);
  const sort = parseSort(search, child);
  const frailtyFilter =
    child === "patient" ? parseFrailtyFilter(search.get("frailty")) : "all";
  const state = {
    level,
    id,
    filters,
    carried,
    sort: sort && { column: sort.column.key, direction: sort.direction },
    frailtyFilter,
    monthly: parseMonthlyGraphs(search.get("mom")),
    layout:
      search.get("view") === "huddle" ? ("huddle" as const) : ("page" as const),
  };
  const open = parseOpenPanel(search, level);
  const href = ownHref(state, {}, open);
  if (notes.length > 0 || hasPreviousRange(search)) {
    keepNotes(signedIn.csrfToken, href, notes);
    throw redirect(href);
  }
  const figures = { level, id, filters };
  const showsQuality = open?.kind === "quality" || state.layout === "huddle";
  const [panels, organization, quality] = await Promise.all([
    loadPanels(signedIn.call, figures, today, state.layout === "page"),
    organizationFor(signedIn, level, filters),
    showsQuality ? loadQuality(signedIn.call, figures, today) : null,
  ]);
  const compare =
    open?.kind === "compare"
      ? await loadCompare(signedIn.call, figures, panels.list, request.signal)
      : null;

  const subject = subjectOf(level, id, panels, organization, filters);
  const { metrics, list, frailty, graphs, physician } = panels;
  if (list.state === "error") reportListError(request, level, list.status);
  const known = {
    filters,
    lastUpdated:
      lastUpdatedOf([metrics, list, frailty, graphs]) ?? signedIn.lastUpdated,
  };
  const card = {
    ...known,
    metrics: undated(metrics, (data) => data),
    graphs: undated(graphs, (data) => graphsView(data, state.monthly, known)),
    previous: panels.previous,
  };
  const notices: ProfileView["notices"] = [
    // What is open over the page first: of many notices only some are shown.
    quality,
    // Made of the same call: where that fails for the page, its words say enough.
    metrics.state === "error" ? null : compare,
    metrics,
    list,
    frailty,
    graphs,
    physician,
  ].flatMap((panel) =>
    panel?.state === "error" ? [{ tone: "error", text: panel.message }] : [],
  );
  const { name } = subject;
  return {
    ...state,
    ...card,
    freshness: freshnessFor(signedIn, known.lastUpdated),
    title: profileTitle(level),
    documentTitle: documentTitle({ ...state, name, notices }),
    figures: figuresView(card),
    isDefaultRange: isDefaultRange(filters, today),
    stateMark: markOf("state", signedIn.csrfToken),
    name,
    crumbs: breadcrumbsFor({
      level,
      viewer,
      trail: subject.trail,
      ...(subject.crumb !== null && { physicianName: subject.crumb }),
    }).map((crumb) => crumbView(crumb, carried)),
    entity: subject.entity,
    filterNotes: takeNotes(signedIn.csrfToken, href),
    isnpFixed: viewer.isnpOnly,
    clearHref: clearHrefOf(state),
    facilityChoices: subject.choices,
    facilityName: subject.facilityName,
    paper: paperWords({
      ...state,
      name,
      facilityName: subject.facilityName,
    }),
    list: undated(list, (rows) =>
      listView(rows, child, { sort, frailtyFilter }),
    ),
    frailty: undated(frailty, (data) =>
      frailtyView(
        data,
        metrics.state === "data" ? metrics.data.data.patient_count : null,
      ),
    ),
    quality,
    compare,
    notices,
  };
}

/** Errors of the drill-down list go to the error-reporting service as well (dashboard spec §8). */
function reportListError(request: Request, level: Level, status: number): void {
  const event = "drill-down.failed";
  const requestId = requestIdOf(request);
  log.error(
    { event, request_id: requestId, profile: level, status },
    "the drill-down list did not come",
  );
  reportError({ event, requestId, status });
}

/** The page of a profile, for its guard; the id is as it was typed. */
export function pageOf(level: Level, idText: string): PageRequest {
  if (level === "company") return { page: "company-overview" };
  return level === "physician"
    ? { page: "physician-profile", npi: idText }
    : { page: "location-profile", level, id: idText };
}

function crumbView(
  { label, target, current }: Breadcrumb,
  carried: ProfileQuery,
): ProfileView["crumbs"][number] {
  return {
    label,
    current,
    ...(target && { href: profilePath(target.level, target.id, carried) }),
  };
}

function lastUpdatedOf(
  panels: ProfilePanels["metrics" | "list" | "frailty" | "graphs"][],
): string | null {
  for (const panel of panels) {
    if (panel.state === "data" && panel.data.lastUpdated) {
      return panel.data.lastUpdated;
    }
  }
  return null;
}
