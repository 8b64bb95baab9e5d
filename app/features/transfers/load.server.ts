import type { DeepReadonly } from "~/contract/deep-readonly";
import {
  emptyNotes,
  GRAPH_ERROR_ABOVE,
  noticesOf,
  panelOf,
} from "~/data/panel.server";
import { pageError } from "~/data/page-error.server";
import { mayReadResidents } from "~/domain/access/guard";
import { TRANSFERS_TAG } from "~/domain/figures/figure-tags";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { LEVELS, type Level } from "~/domain/places/hierarchy";
import { reachNotes } from "~/domain/reach/reach-words";
import { GROUPINGS, isOfReviews, type Grouping } from "./rules";
import {
  GROUPING_TITLES,
  groupLabel,
  moreGroupsText,
  ofReviewsText,
  runningShares,
  shareText,
  smallShareNote,
  transferWords as words,
  transfersText,
} from "./words";
import {
  leadToAccepted,
  shownRange,
} from "~/features/profile/filters/accepted-range.server";
import {
  hasPreviousRange,
  readFilters,
} from "~/features/profile/filters/read-filters";
import { filterLine } from "~/features/profile/filters/filter-words";
import { carriedFilters } from "~/features/profile/profile-links";
import { countsFor, navOfPlace } from "~/navigation.server";
import { metricDataPath } from "~/paths";
import { requireScreen } from "~/session/screen.server";
import { todayAtPlace } from "~/session/today-at-place.server";
import { transfersPath } from "~/transfer-paths";
import {
  countTransfers,
  type CountedTransfers,
} from "~server/transfers/service";
import { loadTransferList } from "./load-list.server";
import { subjectOf } from "./subject-of-page.server";
import {
  groupLinkId,
  LIST_HEADING_ID,
  readList,
  transfersHref,
  type TransfersAddress,
} from "./address";
import type { GroupingView, TransfersView } from "./transfers-view";

/**
 * Loads what the transfers of a place or physician have in common (R356), and the list that the address opens. Whoever may open the
 * profile may open this.
 */
export async function loadTransfers(
  request: Request,
  params: { level?: string | undefined; id?: string | undefined },
) {
  const signedIn = await requireScreen(request);
  const level = LEVELS.find((one) => one === params.level);
  if (level === undefined) throw pageError(404);
  const id = Number(params.id);
  const { viewer } = signedIn.user;
  const hasLists = mayReadResidents(viewer);
  const today = await todayAtPlace(signedIn, level, id);
  const search = new URL(request.url).searchParams;
  const { filters, notes } = readFilters(search, level, viewer, today);
  const carried = {
    ...(filters.facilityId !== undefined && {
      "facility-id": filters.facilityId,
    }),
    ...carriedFilters(search, filters),
  };
  const address = { level, id, carried, list: readList(search) };
  const href = transfersHref(address);
  if (notes.length > 0 || hasPreviousRange(search)) {
    return leadToAccepted(signedIn, href, notes);
  }
  const { startDate, endDate, isnp, facilityId } = filters;
  const asked = { level, id, startDate, endDate, isnp, facilityId };
  const [outcome, subject, counts] = await Promise.all([
    signedIn.ask(countTransfers, asked),
    subjectOf(signedIn, level, id),
    countsFor(signedIn, { level, id }),
  ]);
  // Who may not have this range chooses another one on the page.
  const isRefused = outcome.kind === "failure" && outcome.status === 400;
  const panel = panelOf(
    outcome,
    { systemError: words.failed },
    (answer) => answer,
    isRefused ? GRAPH_ERROR_ABOVE : undefined,
  );
  const list = await loadTransferList(
    signedIn,
    asked,
    address,
    panel.state === "data" ? panel.data.data.groupings : [],
  );
  const reach = panel.state === "data" ? panel.data.data_through : null;
  const range = shownRange(signedIn, href, filters, null, today);
  const view: TransfersView = {
    ...subject,
    action: transfersPath(level, id),
    ...range,
    paper: filterLine({
      level,
      name: subject.name,
      filters: { ...range.range, isnp },
      facilityName: null,
      through: "",
    }),
    filterNotes: [
      ...range.filterNotes,
      ...emptyNotes(panel),
      ...reachNotes(reach, endDate, today),
    ],
    isnp,
    isnpFixed: viewer.isnpOnly,
    hidden: {
      ...range.hidden,
      "facility-id": facilityId === undefined ? null : String(facilityId),
    },
    clearHref:
      Object.keys(carried).length > 0 ? transfersPath(level, id) : null,
    href,
    groups:
      panel.state === "data"
        ? groupsOf(panel.data.data, address, hasLists)
        : panel,
    list,
  };
  const exportHref = metricDataPath(level, id, {
    ...carried,
    measure: TRANSFERS_TAG,
  });
  const nav = navOfPlace(
    { level, id },
    {
      name: subject.name ?? messages.profile.companyOverview,
      counts,
      query: carried,
      files: hasLists
        ? [{ text: "These transfers (CSV)", href: exportHref }]
        : [],
    },
  );
  return { view, nav, notices: noticesOf(panel) };
}

function groupsOf(
  {
    transfers: total,
    unplanned,
    reviewed,
    groupings,
  }: DeepReadonly<CountedTransfers>,
  address: TransfersAddress,
  hasLists: boolean,
): TransfersView["groups"] {
  const listHref = (group: { by: Grouping; key: string } | null) =>
    hasLists
      ? `${transfersHref({ ...address, list: { group, page: 1 } })}#${LIST_HEADING_ID}`
      : null;
  const shown = address.list?.group;
  return {
    state: "data",
    total: transfersText(total),
    allHref: listHref(null),
    smallNote: smallShareNote(total),
    groupings: [...groupings]
      .sort((one, other) => placeOf(one.by) - placeOf(other.by))
      .filter(({ by }) => !(by === "physician" && isPhysician(address.level)))
      .map(({ by, groups, more }): GroupingView => {
        const counts = groups.map(({ transfers }) => transfers);
        const most = Math.max(...counts);
        const of = isOfReviews(by) ? reviewed : total;
        const running = by === "cause" ? runningShares(counts) : [];
        return {
          by,
          title: GROUPING_TITLES[by],
          more: more ? moreGroupsText(more) : null,
          note: isOfReviews(by) ? noteOfReviews(by, of, unplanned) : null,
          rows: groups.map((group, at) => ({
            key: group.key,
            id: groupLinkId(by, at),
            label: groupLabel(by, group),
            count: formatCount(group.transfers),
            share: shareText(group.transfers, of),
            running: running[at] ?? null,
            width: Math.round((group.transfers / most) * 100),
            href: group.transfers > 0 ? listHref({ by, key: group.key }) : null,
            isShown: shown?.by === by && shown.key === group.key,
          })),
        };
      }),
  };
}

/** Those with many groups stand side by side. */
function placeOf(by: Grouping): number {
  return GROUPINGS.indexOf(by);
}

function noteOfReviews(
  by: Grouping,
  reviewed: number,
  unplanned: number,
): string {
  if (reviewed === 0) return words.noneReviewed;
  return [
    ofReviewsText(reviewed, unplanned),
    by === "cause" ? words.runningNote : null,
    smallShareNote(reviewed),
  ]
    .filter((text) => text !== null)
    .join(" ");
}

function isPhysician(level: Level): boolean {
  return level === "physician";
}
