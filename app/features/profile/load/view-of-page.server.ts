import type { Graphs } from "~/contract/graphs";
import type { Organization } from "~/contract/organization";
import { noticesOf, type Panel } from "~/data/panel.server";
import { apiHost } from "~/data/upstream.server";
import { type Breadcrumb, breadcrumbsFor } from "~/domain/access/breadcrumbs";
import { mayReadResidents } from "~/domain/access/guard";
import type { IsoDay } from "~/domain/calendar";
import { isDefaultRange } from "~/domain/filters";
import { unscoredPatients } from "~/domain/frailty";
import { mayWriteNotes } from "~/domain/graphs/chart-note";
import { earlierOf } from "~/domain/graphs/whole-months";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { childLevelOf } from "~/domain/places/hierarchy";
import { rangePresets, rangeName } from "~/domain/range-text";
import {
  reachNotes,
  throughDay,
  throughText,
} from "~/domain/reach/reach-words";
import type { PageMarks } from "~/features/data-quality/load-census-marks.server";
import { cmsView } from "../cms/cms-view";
import { arrangeList } from "../drill-down/arrange-list";
import { listView } from "../drill-down/drill-down-rows";
import {
  paperWords,
  documentTitle,
  profileTitle,
} from "../filters/filter-words";
import { graphsView } from "../graphs/graphs-view";
import {
  notesOfGraphs,
  type PageNotes,
  chartHrefsOf,
} from "./load-chart-notes.server";
import { figuresView } from "../overview/figures-view";
import type { LinkSource } from "../profile-links";
import type {
  CompareView,
  HuddleResidents,
  OneCallPart,
  ProfileView,
  RenderedContent,
  SentView,
} from "../profile-view";
import { listParameters } from "../view-parameters";
import { navOfPlace } from "~/navigation.server";
import { profilePath, type ProfileQuery } from "~/paths";
import { contentKeys } from "~/rendering/partial-document.server";
import { freshnessFor } from "~/session/freshness.server";
import type { PlaceCounts } from "~/session/place-counts.server";
import type { SignedIn } from "~/session/require-user.server";
import { markOf } from "~/session/session-storage.server";
import {
  type Dated,
  dateOf,
  type PanelsOfPage,
  type PhysicianPanel,
  type ProfilePanels,
  undated,
  withMarks,
} from "./load-panels.server";
import { subjectOf } from "./profile-subject.server";

interface Known {
  signedIn: SignedIn;
  state: LinkSource;
  search: URLSearchParams;
  today: IsoDay;
  organization: Organization | null;
  physician: PhysicianPanel;
  compare: Panel<CompareView> | null;
  longGraphs: ProfilePanels["graphs"] | null;
  /** The score was asked for by itself, and is not one card of many. */
  asksQuality: boolean;
  filterNotes: string[];
  census: PageMarks;
  counts: PlaceCounts | null;
  morning: ProfileView["morning"];
  written: PageNotes;
  residents: HuddleResidents | null;
  isListLate: boolean;
}

const LATE = { state: "late" } as const;

export function viewOfPage(
  known: Known,
  come: Partial<ProfilePanels>,
): SentView {
  const { signedIn, state, today, organization, physician } = known;
  const { level, id, filters, carried } = state;
  const { viewer } = signedIn.user;
  const panels: PanelsOfPage = {
    metrics: LATE,
    list: LATE,
    frailty: LATE,
    graphs: LATE,
    quality: LATE,
    cms: LATE,
    previous: null,
    ...come,
  };
  const { metrics, graphs, previous, quality } = panels;
  const subject = subjectOf(
    level,
    id,
    { metrics, physician },
    organization,
    filters,
  );
  const reach = firstOf(panels, (panel) => panel.reach);
  const dated = {
    filters,
    lastUpdated:
      firstOf(panels, (panel) => panel.lastUpdated) ?? signedIn.lastUpdated,
    reach: earlierOf(
      reach && (reach.earliest ?? reach.latest),
      known.census.silentSince,
    ),
    ...(reach && reach.latest < filters.endDate && { lastDay: reach.latest }),
    hasOneReach: reach !== null && reach.earliest === reach.latest,
    through: throughText(throughDay(reach, filters.endDate, today)),
  };
  const graphsOf = (data: Graphs) =>
    judgedOnce(
      data,
      { ...dated, silentSince: known.census.silentSince },
      notesOfGraphs(known.written, state, data.months.length, filters.endDate),
      known.written.state === "data" ? known.written.targets : [],
    );
  const hrefs = chartHrefsOf(state);
  const presets = rangePresets(today);
  const card = {
    ...dated,
    metrics: undated(metrics, (data) => data),
    graphs: undated(graphs, graphsOf),
    previous,
  };
  const figures = figuresView(card);
  const cms = cmsOf(panels, card);
  const notices = noticesOfPage(panels, known);
  const { name, facilityName } = subject;
  const { list, listAt } = listOf(
    withMarks(panels.list, known.census),
    state,
    known.search,
  );
  return {
    ...state,
    ...card,
    dataVersion:
      metrics.state === "data" ? (metrics.data.version ?? null) : null,
    freshness: freshnessFor(signedIn, dated.lastUpdated),
    title: profileTitle(level),
    documentTitle: documentTitle({ ...state, name, notices }),
    figures,
    presets,
    rangeName: rangeName(filters, presets) + dated.through,
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
    marks: known.census.marks,
    nav: navOfPlace(
      { level, id },
      {
        name: level === "company" ? messages.profile.companyOverview : name,
        counts: known.counts,
        query: {
          ...(filters.facilityId !== undefined && {
            "facility-id": filters.facilityId,
          }),
          ...carried,
        },
        ...(state.monthly.length > 0 && { mom: state.monthly.join(",") }),
      },
    ),
    morning: known.morning,
    ...(!apiHost && mayReadResidents(viewer) && { hasRows: true }),
    ...(known.residents && { residents: known.residents }),
    ...hrefs,
    mayAddEvents: hrefs.notesHref !== null && mayWriteNotes(viewer),
    filterNotes: [
      ...known.filterNotes,
      // If the data end before the range, each panel says so.
      ...(reach && reach.latest < filters.startDate
        ? []
        : reachNotes(reach, filters.endDate, today)),
    ],
    isnpFixed: viewer.isnpOnly,
    facilityChoices: subject.choices,
    facilityName,
    ...(known.census.silentSince !== null && {
      silentSince: known.census.silentSince,
    }),
    paper: paperWords({ ...state, ...dated, name, facilityName }),
    list,
    listAt,
    isListLate: known.isListLate,
    frailty: frailtyOf(panels),
    quality,
    compare: known.compare,
    longGraphs: known.longGraphs && undated(known.longGraphs, graphsOf),
    ...cms,
    rendered: {
      keys: contentKeys({
        figures,
        graphs: card.graphs,
        morning: known.morning,
        quality,
        rows: list,
        ...cms,
      }),
      leftOut: [],
      ...otherDates(dated.lastUpdated, {
        graphs: dateOf(graphs),
        rows: dateOf(panels.list),
      }),
    },
    notices,
  };
}

function otherDates(
  lastUpdated: string | null,
  dates: Record<OneCallPart, string | null>,
): Pick<RenderedContent, "dates"> {
  const isSame = dates.graphs === lastUpdated && dates.rows === lastUpdated;
  return isSame ? {} : { dates };
}

function cmsOf(
  { cms }: PanelsOfPage,
  card: Parameters<typeof cmsView>[1],
): Pick<SentView, "cms"> {
  if (cms === null || cms.state === "empty") return {};
  return {
    cms:
      cms.state === "data"
        ? { state: "data", data: cmsView(cms.data, card) }
        : cms,
  };
}

/** A remembered answer is one object, so its graphs need not be judged for every page. */
const judged = new WeakMap<
  Graphs,
  { by: string; view: ReturnType<typeof graphsView> }
>();

function judgedOnce(...given: Parameters<typeof graphsView>) {
  const [graphs, ...others] = given;
  const by = JSON.stringify(others);
  const last = judged.get(graphs);
  if (last?.by === by) return last.view;
  const view = graphsView(...given);
  judged.set(graphs, { by, view });
  return view;
}

export function listOf(
  panel: PanelsOfPage["list"],
  state: LinkSource,
  search: URLSearchParams,
) {
  const list = undated(panel, (rows) =>
    listView(rows, childLevelOf(state.level)),
  );
  const arrangement =
    list.state === "data"
      ? arrangeList(
          list.data,
          state.sort,
          state.frailtyFilter,
          state.isCurrentOnly,
        )
      : null;
  return { list, listAt: { query: listParameters(search), arrangement } };
}

function frailtyOf({ frailty, metrics }: PanelsOfPage): SentView["frailty"] {
  const patients =
    metrics.state === "data" ? metrics.data.data.patient_count : null;
  return undated(frailty, (data) => {
    const unscored = unscoredPatients(patients, data);
    return {
      high: formatCount(data.high),
      medium: formatCount(data.medium),
      low: formatCount(data.low),
      unscored: unscored === null ? null : formatCount(unscored),
    };
  });
}

function noticesOfPage(
  { metrics, list, frailty, graphs, quality }: PanelsOfPage,
  { physician, compare, asksQuality }: Known,
): ProfileView["notices"] {
  return [
    asksQuality ? quality : null,
    // Made of the same call: where that fails for the page, its words say enough.
    metrics.state === "error" ? null : compare,
    metrics,
    list,
    frailty,
    graphs,
    physician,
    asksQuality ? null : quality,
  ].flatMap(noticesOf);
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

function firstOf<Said>(
  { metrics, list, frailty, graphs }: PanelsOfPage,
  read: (panel: Omit<Dated<unknown>, "data">) => Said | null,
): Said | null {
  for (const panel of [metrics, list, frailty, graphs]) {
    const said = panel.state === "data" ? read(panel.data) : null;
    if (said) return said;
  }
  return null;
}
