import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  emptyNotes,
  GRAPH_ERROR_ABOVE,
  noticesOf,
  panelOf,
} from "~/data/panel.server";
import { pageError } from "~/data/page-error.server";
import { mayReadResidents } from "~/domain/access/guard";
import { TRANSFERS_TAG } from "~/domain/figures/figure-tags";
import { readPage } from "~/domain/lists/list-page";
import { messages } from "~/domain/messages";
import { LEVELS } from "~/domain/places/hierarchy";
import { reachNotes } from "~/domain/reach/reach-words";
import {
  leadToAccepted,
  shownRange,
} from "~/features/profile/filters/accepted-range.server";
import { filterLine } from "~/features/profile/filters/filter-words";
import {
  hasPreviousRange,
  readFilters,
} from "~/features/profile/filters/read-filters";
import { carriedFilters } from "~/features/profile/profile-links";
import { noticeWords } from "~/features/transfer-notices/words";
import type { HiddenFields } from "~/features/report-filters/filter-form";
import { subjectOfPage } from "~/features/shell/navigation/place-of-page.server";
import { countsFor, navOfPlace } from "~/navigation.server";
import { metricDataPath } from "~/figure-rows-paths";
import { requireScreen } from "~/session/screen.server";
import { todayAtPlace } from "~/session/today-at-place.server";
import { noticesPath } from "~/transfer-notice-paths";
import { transfersPath } from "~/transfer-paths";
import { countTransfers } from "~server/transfers/service";
import { readList, transfersHref } from "./address";
import { loadTransferList } from "./load-list.server";
import { patternsOf } from "./patterns.server";
import { transferWords as words } from "./words";

export type TransfersView = Awaited<ReturnType<typeof loadTransfers>>["view"];

/** Open to whoever may open the profile (R356). */
export async function loadTransfers({ request, params }: LoaderFunctionArgs) {
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
  const list = readList(search);
  const page = list === null ? readPage(search) : 1;
  const address = { level, id, carried, list, page };
  const href = transfersHref(address);
  if (notes.length > 0 || hasPreviousRange(search)) {
    return leadToAccepted(signedIn, href, notes);
  }
  const { startDate, endDate, isnp, facilityId } = filters;
  const asked = { level, id, startDate, endDate, isnp, facilityId };
  const [outcome, subject, counts] = await Promise.all([
    signedIn.ask(countTransfers, asked),
    subjectOfPage(signedIn, { level, id }, words.title),
    countsFor(signedIn, { level, id }),
  ]);
  // A user who may not see this range can choose another on the page.
  const isRefused = outcome.kind === "failure" && outcome.status === 400;
  const panel = panelOf(
    outcome,
    { systemError: words.failed },
    (answer) => answer,
    isRefused ? GRAPH_ERROR_ABOVE : undefined,
  );
  const opened = await loadTransferList(
    signedIn,
    asked,
    address,
    panel.state === "data" ? panel.data.data.groupings : [],
    panel.state === "data" ? panel.data.data.transfers : 0,
  );
  const reach = panel.state === "data" ? panel.data.data_through : null;
  const shown = shownRange(signedIn, href, filters, null, today);
  const hidden: HiddenFields = {
    ...shown.hidden,
    "facility-id": facilityId === undefined ? null : String(facilityId),
  };
  const view = {
    ...subject,
    action: transfersPath(level, id),
    notices:
      hasLists && level !== "physician"
        ? { text: noticeWords.title, href: noticesPath(level, id) }
        : null,
    ...shown,
    paper: filterLine({
      level,
      name: subject.name,
      filters: { ...shown.range, isnp },
      facilityName: null,
      through: "",
    }),
    filterNotes: [
      ...shown.filterNotes,
      ...emptyNotes(panel),
      ...reachNotes(reach, endDate, today),
    ],
    isnp,
    isnpFixed: viewer.isnpOnly,
    hidden,
    clearHref:
      Object.keys(carried).length > 0 ? transfersPath(level, id) : null,
    href,
    groups:
      panel.state === "data"
        ? patternsOf(panel.data.data, address, {
            hasLists,
            range: { startDate, endDate },
          })
        : panel,
    list: opened,
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
