import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { type MedicalStaffRow, getMedicalStaff } from "~/contract/medicalstaff";
import {
  emptyNotes,
  noticesOf,
  panelOf,
  panelTexts,
  type Panel,
} from "~/data/panel.server";
import { usDayOf, type IsoDay } from "~/domain/calendar";
import { type Filters, parseFilters } from "~/domain/filters";
import { COMPANY_ID, NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import {
  clearedPlaces,
  locationName,
  locationOptions,
  readLocationChoice,
} from "~/domain/places/location-choice";
import {
  isWholeView,
  STAFF_ROWS_SHOWN,
  staffPlace,
  type StaffPlace,
  STAFF_FILE_COLUMNS,
  staffFileCells,
} from "./rules/columns";
import { shownRowsText, staffWords } from "./rules/words";
import { staffHref, type StaffSort } from "./view";
import { messages } from "~/domain/messages";
import {
  reachNotes,
  throughDay,
  throughText,
} from "~/domain/reach/reach-words";
import { formatCount } from "~/domain/number-format";
import { arrangeList } from "~/features/profile/drill-down/arrange-list";
import { listView } from "~/features/profile/drill-down/drill-down-rows";
import { shownList } from "~/features/profile/drill-down/shown-list";
import {
  leadToAccepted,
  readReportRange,
  shownRange,
} from "~/features/profile/filters/accepted-range.server";
import { carriedFilters } from "~/features/profile/profile-links";
import type { ListView } from "~/features/profile/profile-view";
import { queryPairs } from "~/features/report-filters/query-pairs";
import { reportCrumbs } from "~/features/shell/navigation/report-crumbs";
import {
  asksForDocument,
  contentKeys,
  partialDocument,
} from "~/rendering/partial-document.server";
import { freshnessFor } from "~/session/freshness.server";
import { requireScreen, requireScreenOfFile } from "~/session/screen.server";
import { todayAtPlace } from "~/session/today-at-place.server";
import { parseSort } from "~/domain/figures/drill-down-columns";
import type { SignedIn } from "~/session/require-user.server";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { metricFileName } from "~/domain/lists/download-texts";
import { systemMessages } from "~/domain/system-messages";
import { csvFile, makeFile } from "~/http/csv-file.server";
import { medicalStaffReport } from "~/report-paths";

/** Leads on to the corrected address if the query has a mistake, like profile pages (R196). */
export async function loadMedicalStaff({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const search = new URL(request.url).searchParams;
  const question = await readStaffQuestion(signedIn, search);
  const { options, choice, place, today, sort } = question;
  const { filters, ...read } = readReportRange(search, signedIn, today);
  const carried = carriedFilters(search, filters);
  const query = queryPairs({ ...choice, ...carried });
  const href = staffHref({ query, sort });
  const notes = [...read.notes, ...clearedPlaces(search, options, choice)];
  if (notes.length > 0 || read.isSent) {
    return leadToAccepted(signedIn, href, notes);
  }
  const panel =
    place &&
    panelOf(
      await askMedicalStaff(signedIn.call, place, filters),
      panelTexts("table"),
      ({ data, lastUpdated, data_through }) => ({
        rows: data,
        lastUpdated,
        reach: data_through ?? null,
      }),
    );
  const { lastUpdated, reach = null } =
    panel?.state === "data" ? panel.data : {};
  const range = shownRange(signedIn, href, filters, sort, today);
  const freshness = freshnessFor(signedIn, lastUpdated ?? signedIn.lastUpdated);
  const { viewer } = signedIn.user;
  const isWhole = place !== null && isWholeView(viewer, place);
  const shown = listed(panel, sort);
  const data = {
    view: {
      options,
      choice,
      ...range,
      filterNotes: [
        ...range.filterNotes,
        ...emptyNotes(panel),
        ...reachNotes(reach, filters.endDate, today),
      ],
      query,
      sort,
      /** Filters that links to profiles keep. */
      carried,
      isnp: filters.isnp,
      isnpFixed: viewer.isnpOnly,
      nobodyId: NO_PHYSICIAN_ID,
      isWholeView: isWhole,
      ...placeWords(
        question,
        filters,
        throughDay(reach, filters.endDate, today),
      ),
      ...shown,
      keys: contentKeys({ rows: [shown.list, place, carried, isWhole] }),
      accurate: freshness?.accurate ?? null,
    },
    crumbs: reportCrumbs(viewer, staffWords.title),
    notices: noticesOf(panel),
    freshness,
  };
  return asksForDocument(request)
    ? partialDocument(data, { view: withoutRows(data.view) })
    : data;
}

/** The document shows the rows already, so scripts need not get them again. */
function withoutRows<View extends { list: StaffList }>(view: View): View {
  if (view.list.state !== "data") return view;
  const data = { ...view.list.data, keys: [], columns: [] };
  return { ...view, list: { state: "data" as const, data } };
}

function placeWords(
  { options, place }: StaffQuestion,
  { startDate, endDate, isnp }: Filters,
  through: IsoDay | null,
) {
  const placeName =
    place === null || place.level === "company"
      ? null
      : locationName(options, { level: place.level, id: place.id });
  const paper = [
    placeName ? `${staffWords.title} ${placeName}` : staffWords.title,
    `${usDayOf(startDate)}–${usDayOf(endDate)}${throughText(through)}`,
    isnp ? messages.profile.isnpOnly : "All patients",
  ].join(" · ");
  return { place, placeName, paper };
}

export type StaffView = SerializeFrom<typeof loadMedicalStaff>["view"];

/** `choose` if a location must be chosen first. */
type StaffList =
  | { state: "data"; data: ListView }
  | { state: "empty" }
  | { state: "choose" }
  | { state: "error" };

type StaffPanel = Panel<{ rows: readonly MedicalStaffRow[] }> | null;

function listed(panel: StaffPanel, sort: StaffSort) {
  const rows = panel?.state === "data" ? panel.data.rows : [];
  const sent = listView({ kind: "physicians", rows }, "physician");
  const list = shownList(sent, arrangeList(sent, sort, "all"));
  const [shown, all] = [STAFF_ROWS_SHOWN, list.total].map(formatCount);
  return {
    list: stateOf(panel, list),
    shownRows:
      shown && all && list.total > STAFF_ROWS_SHOWN
        ? shownRowsText(shown, all)
        : null,
  };
}

function stateOf(panel: StaffPanel, list: ListView): StaffList {
  if (panel === null) return { state: "choose" };
  if (panel.state === "error") return { state: "error" };
  if (panel.state === "empty" || list.total === 0) return { state: "empty" };
  return { state: "data", data: firstRows(list) };
}

/** A page cannot carry thousands of physicians. */
function firstRows(list: ListView): ListView {
  const first = <Cell>(cells: Cell[]) => cells.slice(0, STAFF_ROWS_SHOWN);
  return {
    ...list,
    rows: Math.min(list.rows, STAFF_ROWS_SHOWN),
    keys: first(list.keys),
    columns: list.columns.map(first),
  };
}

type StaffQuestion = Awaited<ReturnType<typeof readStaffQuestion>>;

/** Throws the error page if the locations cannot be loaded. */
async function readStaffQuestion(signedIn: SignedIn, search: URLSearchParams) {
  const options = locationOptions(await signedIn.organization());
  const choice = readLocationChoice(search, options);
  const place = staffPlace(signedIn.user.viewer, choice);
  const { level, id } = place ?? { level: "company", id: COMPANY_ID };
  return {
    options,
    choice,
    /** Null if a location must be chosen first. */
    place,
    today: await todayAtPlace(signedIn, level, id),
    sort: parseSort(search, "physician"),
  };
}

function askMedicalStaff(
  call: SignedIn["call"],
  { level, id }: StaffPlace,
  { startDate, endDate, isnp }: Filters,
) {
  return call(getMedicalStaff, {
    params: { level, id, startDate, endDate },
    query: { isnp },
  });
}

const FILE_TAG = "medical-staff";

const REPORT_PARAMETERS = [
  "division",
  "region",
  "facility",
  "isnp",
  "startDate",
  "endDate",
  "sort",
  "dir",
];

/**
 * Throws login, 403, and 400 for filters that the report would have corrected. Leads back with a notice if there is
 * no file.
 */
export async function loadMedicalStaffData(
  request: Request,
): Promise<Response> {
  const report = reportOfDownload(request);

  const signedIn = await requireScreenOfFile(request, report);
  const search = new URL(request.url).searchParams;
  const question = await readStaffQuestion(signedIn, search);
  const { place, today } = question;
  const { filters, notes } = parseFilters(search, today, signedIn.user.viewer);
  if (notes.length > 0) throw pageError(400, staffWords.badFilters);
  if (place === null || isOddChoice(search, question)) {
    throw pageError(400, staffWords.noLocation);
  }
  const asked = { tag: FILE_TAG, page: report };
  return makeFile(signedIn, asked, async (back) => {
    const outcome = await askMedicalStaff(signedIn.call, place, filters);
    if (outcome.kind === "failure") return back("error", wordsOf(outcome));
    const { data: rows, data_through = null } =
      outcome.kind === "data" ? outcome.answer : { data: [] };
    if (rows.length === 0) return back("info", messages.panel.empty);
    const { startDate, endDate } = filters;
    const name = metricFileName({
      tag: FILE_TAG,
      ...place,
      startDate,
      endDate,
      through: throughDay(data_through, endDate, today),
    });
    const cells = inOrder(rows, question).map(staffFileCells);
    return csvFile(request, name, STAFF_FILE_COLUMNS, cells);
  });
}

export function reportOfDownload(request: Request): string {
  const search = new URL(request.url).searchParams;
  const query = new URLSearchParams(
    [...search].filter(([name]) => REPORT_PARAMETERS.includes(name)),
  );
  return query.size > 0
    ? `${medicalStaffReport}?${query.toString()}`
    : medicalStaffReport;
}

/** A file must not silently contain another place's rows. */
function isOddChoice(
  search: URLSearchParams,
  { choice }: StaffQuestion,
): boolean {
  return (["division", "region", "facility"] as const).some((level) => {
    const asked = search.get(level) ?? "";
    return asked !== "" && asked !== String(choice[level]);
  });
}

function inOrder(
  rows: readonly MedicalStaffRow[],
  { sort }: StaffQuestion,
): MedicalStaffRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sent = listView({ kind: "physicians", rows }, "physician");
  const { keys } = shownList(sent, arrangeList(sent, sort, "all"));
  return keys.flatMap((id) => byId.get(id) ?? []);
}

/** A refusal replaces the page, as on the report. */
function wordsOf({ status, message, error, reason }: CallFailure): string {
  const words = message ?? error;
  if (status >= 400 && status < 500) throw pageError(status, words);
  if (reason === "shape") return systemMessages.shapeError.table;
  return words ?? systemMessages.systemError.table;
}
