import { redirect } from "@remix-run/node";
import { panelOf, panelTexts } from "~/data/panel.server";
import { newYorkDay, usDayOf } from "~/domain/calendar";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { clearedPlaces, locationName } from "~/domain/places/location-choice";
import {
  isWholeView,
  STAFF_ROWS_SHOWN,
  type StaffPlace,
} from "~/domain/medical-staff/columns";
import { shownRowsText, staffWords } from "~/domain/medical-staff/words";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import {
  askMedicalStaff,
  readStaffQuestion,
  type StaffQuestion,
} from "~/features/medical-staff/staff-question.server";
import { arrangeList } from "~/features/profile/drill-down/arrange-list";
import { listView } from "~/features/profile/drill-down/drill-down-rows";
import { shownList } from "~/features/profile/drill-down/shown-list";
import {
  hasPreviousRange,
  readFilters,
} from "~/features/profile/filters/read-filters";
import {
  keepNotes,
  takeNotes,
} from "~/features/profile/load/notes-of-next-page.server";
import {
  carriedFilters,
  PREVIOUS_END,
  PREVIOUS_START,
} from "~/features/profile/profile-links";
import type { ListView } from "~/features/profile/profile-view";
import { queryPairs } from "~/features/report-filters/query-pairs";
import { reportCrumbs } from "~/features/shell/navigation/report-crumbs";
import type { ShellNotice } from "~/features/shell/shell-data";
import { freshnessFor } from "~/session/freshness.server";
import { requireUserFor } from "~/session/guard-page.server";
import { staffHref, type StaffView } from "./staff-view";

/**
 * Loads the medical staff report (R196): who asks, whether they may, the query read once, then the rows. A
 * query that was not accepted as it is leads on to the address of what was accepted, as on profile pages.
 */
export async function loadMedicalStaff(request: Request) {
  const signedIn = await requireUserFor(request, {
    page: "fixed-report",
    report: "medical-staff-report",
  });
  const { viewer } = signedIn.user;
  const search = new URL(request.url).searchParams;
  const today = newYorkDay(new Date());
  const read = readFilters(search, "company", viewer, today);
  const { filters } = read;
  const question = await readStaffQuestion(signedIn, search);
  const { options, choice, place } = question;
  const notes = [...read.notes, ...clearedPlaces(search, options, choice)];
  const carried = carriedFilters(search, filters);
  const sort = question.sort && {
    column: question.sort.column.key,
    direction: question.sort.direction,
  };
  const query = queryPairs({ ...choice, ...carried });
  const href = staffHref({ query, sort });
  if (notes.length > 0 || hasPreviousRange(search)) {
    keepNotes(signedIn.csrfToken, href, notes);
    throw redirect(href);
  }
  const panel =
    place &&
    panelOf(
      await askMedicalStaff(signedIn.call, place, filters),
      panelTexts("table"),
      ({ data, lastUpdated }) => ({ rows: data, lastUpdated }),
    );
  const rows = panel?.state === "data" ? panel.data.rows : [];
  const sent = listView({ kind: "physicians", rows }, "physician");
  const list = shownList(sent, arrangeList(sent, sort, "all"));
  const freshness = freshnessFor(
    signedIn,
    (panel?.state === "data" ? panel.data.lastUpdated : null) ??
      signedIn.lastUpdated,
  );
  const placeName = place && placeNameOf(options, place);
  const notices: ShellNotice[] =
    panel?.state === "error" ? [{ tone: "error", text: panel.message }] : [];
  const view: StaffView = {
    options,
    choice,
    place,
    placeName,
    range: { startDate: filters.startDate, endDate: filters.endDate },
    isnp: filters.isnp,
    isnpFixed: viewer.isnpOnly,
    filterNotes: takeNotes(signedIn.csrfToken, href),
    query,
    sort,
    hidden: {
      [PREVIOUS_START]: filters.startDate,
      [PREVIOUS_END]: filters.endDate,
      sort: sort?.column,
      dir: sort?.direction,
    },
    carried,
    nobodyId: NO_PHYSICIAN_ID,
    isWholeView: place !== null && isWholeView(viewer, place),
    list: stateOf(panel, list),
    shownRows:
      list.total > STAFF_ROWS_SHOWN
        ? shownRowsText(formatCount(STAFF_ROWS_SHOWN), formatCount(list.total))
        : null,
    paper: [
      placeName ? `${staffWords.title} ${placeName}` : staffWords.title,
      `${usDayOf(filters.startDate)}–${usDayOf(filters.endDate)}`,
      filters.isnp ? messages.profile.isnpOnly : "All patients",
    ].join(" · "),
    accurate: freshness?.accurate ?? null,
  };
  return {
    view,
    crumbs: reportCrumbs(viewer, staffWords.title),
    notices,
    freshness,
  };
}

function placeNameOf(
  options: StaffQuestion["options"],
  { level, id }: StaffPlace,
): string | null {
  return level === "company" ? null : locationName(options, { level, id });
}

function stateOf(
  panel: { state: "data" | "empty" | "error" } | null,
  list: ListView,
): StaffView["list"] {
  if (panel === null) return { state: "choose" };
  if (panel.state === "error") return { state: "error" };
  if (panel.state === "empty" || list.total === 0) return { state: "empty" };
  return { state: "data", data: firstRows(list) };
}

/** Thousands of physicians are more than a page can carry. */
function firstRows(list: ListView): ListView {
  const first = <Cell>(cells: Cell[]) => cells.slice(0, STAFF_ROWS_SHOWN);
  return {
    ...list,
    keys: first(list.keys),
    columns: list.columns.map(first),
  };
}
