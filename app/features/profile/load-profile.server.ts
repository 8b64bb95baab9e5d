import { redirect } from "@remix-run/node";
import { requestIdOf } from "~/data/request-context.server";
import { breadcrumbsFor, type Breadcrumb } from "~/domain/access/breadcrumbs";
import type { PageRequest } from "~/domain/access/guard";
import { newYorkDay } from "~/domain/calendar";
import { parseSort } from "~/domain/drill-down-columns";
import { parseFrailtyFilter } from "~/domain/frailty";
import { childLevelOf, COMPANY_ID, type Level } from "~/domain/hierarchy";
import { log } from "~/log.server";
import { profilePath, type ProfileQuery } from "~/paths";
import { guardPage } from "~/session/guard-page.server";
import { requireUser } from "~/session/require-user.server";
import { listView } from "./drill-down-rows";
import { loadPanels, undated, type ProfilePanels } from "./load-panels.server";
import { keepNotes, takeNotes } from "./notes-of-next-page.server";
import { carriedFilters, ownHref } from "./profile-links";
import { organizationFor, subjectOf } from "./profile-subject.server";
import type { ProfileView } from "./profile-view";
import { hasPreviousRange, readFilters } from "./read-filters";

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
  const { filters, notes } = readFilters(
    search,
    level,
    signedIn.user.viewer,
    newYorkDay(new Date()),
  );
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
  };
  const href = ownHref(state);
  if (notes.length > 0 || hasPreviousRange(search)) {
    keepNotes(signedIn.csrfToken, href, notes);
    throw redirect(href);
  }
  const [panels, organization] = await Promise.all([
    loadPanels(signedIn.call, { level, id, filters }),
    organizationFor(signedIn, level, filters),
  ]);

  const subject = subjectOf(level, id, panels, organization, filters);
  const { metrics, list, frailty, physician } = panels;
  if (list.state === "error") reportListError(request, level);
  return {
    ...state,
    name: subject.name,
    crumbs: breadcrumbsFor({
      level,
      viewer: signedIn.user.viewer,
      trail: subject.trail,
      ...(subject.crumb !== null && { physicianName: subject.crumb }),
    }).map((crumb) => crumbView(crumb, carried)),
    lastUpdated:
      lastUpdatedOf([metrics, list, frailty]) ?? signedIn.lastUpdated,
    entity: subject.entity,
    filterNotes: takeNotes(signedIn.csrfToken, href),
    isnpFixed: signedIn.user.viewer.isnpOnly,
    facilityChoices: subject.choices,
    facilityName: subject.facilityName,
    metrics: undated(metrics, (data) => data),
    list: undated(list, (rows) =>
      listView(rows, child, { sort, frailtyFilter }),
    ),
    frailty: undated(frailty, (data) => data),
    notices: [metrics, list, frailty, physician].flatMap((panel) =>
      panel?.state === "error" ? [{ tone: "error", text: panel.message }] : [],
    ),
  };
}

/** Errors of the drill-down list are reported (dashboard spec §8), by default to the log. */
function reportListError(request: Request, level: Level): void {
  log.error(
    { event: "drill-down.failed", request_id: requestIdOf(request), level },
    "the drill-down list did not come",
  );
}

function pageOf(level: Level, idText: string): PageRequest {
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
  panels: ProfilePanels[keyof Omit<ProfilePanels, "physician">][],
): string | null {
  for (const panel of panels) {
    if (panel.state === "data" && panel.data.lastUpdated) {
      return panel.data.lastUpdated;
    }
  }
  return null;
}
