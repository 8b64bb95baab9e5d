import {
  json,
  type LoaderFunctionArgs,
  type SerializeFrom,
} from "@remix-run/node";
import {
  getQiesReports,
  type QiesReport,
  getQiesDownload,
} from "~/contract/qies-reports";
import { call, type CallFailure } from "~/data/call.server";
import { noticesOf, panelOf, rowsState, type Panel } from "~/data/panel.server";
import { requestIdOf } from "~/data/request-context.server";
import { allButAccountManagers } from "~/domain/access/guard";
import { newYorkDay } from "~/domain/calendar";
import { parseFilters, type Filters } from "~/domain/filters";
import { findSession } from "~/session/session-storage.server";
import { credentialsOf, usableSession } from "~/session/usable-session.server";
import {
  clearedPlaces,
  facilityIdsIn,
  locationOptions,
  readLocationChoice,
  type LocationOptions,
  NO_OPTIONS,
} from "~/domain/places/location-choice";
import {
  mayRequestCmsReports,
  filterReports,
  readReportSort,
  reportFile,
  reportNames,
  reportRangeText,
  requestedAt,
  sortReports,
  reportCountText,
  reportListWords,
} from "../rules/report-list";
import {
  codeOf,
  findReportType,
  QIES_REPORT_TYPES,
} from "../rules/report-types";
import { systemMessages } from "~/domain/system-messages";
import {
  leadToAccepted,
  readReportRange,
  shownRange,
} from "~/features/profile/filters/accepted-range.server";
import { carriedFilters } from "~/features/profile/profile-links";
import { queryPairs } from "~/features/report-filters/query-pairs";
import { reportCrumbs } from "~/features/shell/navigation/report-crumbs";
import { paths } from "~/paths";
import { requireScreen, requireScreenOfFile } from "~/session/screen.server";
import type { SignedIn } from "~/session/require-user.server";
import { reportListHref } from "./report-list-view";
import { pageError } from "~/data/page-error.server";
import { reportFileName } from "../rules/report-file-name";
import { fileResponse } from "~/http/file-response.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";

const { qiesReports: SYSTEM_ERROR } = systemMessages.systemError;
const TEXTS = { systemError: SYSTEM_ERROR };
const OFFERED = QIES_REPORT_TYPES.map(({ name }) => name);
const LONGEST_NAME = 200;
/** A page can carry no more; the filters find the others. */
const ROWS_LISTED = 500;

/** Leads on to the corrected address if the query has a mistake, like profile pages. */
export async function loadReportList({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { pathname, searchParams: search } = new URL(request.url);
  const read = readReportRange(withoutIsnp(search), signedIn);
  const { startDate, endDate } = read.filters;
  const [options, outcome] = await Promise.all([
    optionsFor(signedIn),
    read.notes.length > 0 || read.isSent
      ? null
      : signedIn.call(getQiesReports, { params: { startDate, endDate } }),
  ]);
  const question = questionOf(search, read.filters, options);
  const isList = pathname.replace(/\/$/, "") === paths.cmsReports;
  const path = isList ? paths.cmsReports : pathname;
  const href = reportListHref(question, { path });
  const notes = [
    ...read.notes,
    ...clearedPlaces(search, options, question.choice),
  ];
  if (outcome === null || notes.length > 0) {
    return leadToAccepted(signedIn, href, notes);
  }
  const { viewer } = signedIn.user;
  const panel = panelOf(outcome, TEXTS, ({ data }) => data);
  const view = {
    ...question,
    ...shownRange(signedIn, href, read.filters, question.sort),
    ...listed(panel, question, mayRequestCmsReports(viewer)),
    /** Null if the reports come from CMS. */
    census: (outcome.kind === "data" && outcome.answer.census) || null,
  };
  return {
    view,
    crumbs: reportCrumbs(viewer, reportListWords.title),
    notices: noticesOf(panel),
  };
}

export type ReportListView = SerializeFrom<typeof loadReportList>["view"];
export type ReportRow = ReturnType<typeof rowOf>;

type Question = ReturnType<typeof questionOf>;

function questionOf(
  search: URLSearchParams,
  filters: Filters,
  options: LocationOptions,
) {
  const choice = readLocationChoice(search, options);
  const name = search.get("report")?.slice(0, LONGEST_NAME) || null;
  const { division, region, facility } = choice;
  const query = queryPairs({
    division,
    region,
    facility,
    report: name,
    ...carriedFilters(withoutIsnp(search), filters),
  });
  return { options, choice, name, query, sort: readReportSort(search) };
}

function listed(
  panel: Panel<readonly QiesReport[]>,
  { options, choice, name, sort }: Question,
  mayRequest: boolean,
) {
  const reports = panel.state === "data" ? panel.data : [];
  const ids = facilityIdsIn(options, choice);
  const inside = options.facility.filter(({ id }) => ids?.has(id));
  const names = new Set(inside.map((facility) => facility.name));
  const filter = { facilities: ids && { ids, names }, name };
  const found = sortReports(filterReports(reports, filter), sort);
  const list = rowsState(
    panel,
    found.slice(0, ROWS_LISTED).map((report) => rowOf(report, mayRequest)),
  );
  return {
    names: reportNames(OFFERED, name ? [...reports, { name }] : reports),
    list,
    count:
      list.state === "data"
        ? reportCountText({
            listed: list.rows.length,
            found: found.length,
            total: reports.length,
          })
        : null,
    mayRequest,
  };
}

/** The list has no such filter; hosts know ISNP-only viewers. */
function withoutIsnp(search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(search);
  kept.delete("isnp");
  return kept;
}

/** The list is not filtered by missing places, and the shell says so. */
async function optionsFor({
  findOrganization,
}: SignedIn): Promise<LocationOptions> {
  const found = await findOrganization();
  return found.kind === "data"
    ? locationOptions(found.organization)
    : NO_OPTIONS;
}

function rowOf(report: QiesReport, mayRequest: boolean) {
  const code = codeOf(report.report_category_id, report.report_type_id);
  return {
    ...requestedAt(report.requested_tstamp),
    id: report.id,
    name: report.name,
    facility: report.fac_name,
    range: reportRangeText(report),
    file: reportFile(report),
    status: report.status,
    problem: report.problem?.trim() || null,
    canAskAgain: mayRequest && findReportType(code) !== null,
    isIsnpOnly: report.isnp_only === true,
  };
}

const { reportDownload: FAILED } = systemMessages.systemError;
const ID = /^\d{1,15}$/;

/** Leads back to the list with a notice if there is no file. Throws login, 403, and 404 for a malformed id (R177). */
export async function loadReportFile(
  request: Request,
  idText: string,
): Promise<Response> {
  const signedIn = await requireScreenOfFile(request, listOfFile(request));
  if (!ID.test(idText)) throw pageError(404);
  const { signal } = request;
  const id = Number(idText);
  const link = await signedIn.call(getQiesDownload, { params: { id } });
  if (link.kind !== "data") return failed(request, signedIn, link);
  const { report_url, name } = link.answer.data;
  const outcome = await signedIn.downloadReport(report_url, { signal });
  if (outcome.kind !== "file") return failed(request, signedIn, outcome);
  return fileResponse(request, {
    name: reportFileName(name),
    contentType: "application/pdf",
    isCompact: true,
    body: outcome.body,
  });
}

export function listOfFile(request: Request): string {
  const query = new URL(request.url).searchParams;
  query.delete("_data");
  return query.size > 0 ? `${paths.cmsReports}?${query}` : paths.cmsReports;
}

async function failed(
  request: Request,
  signedIn: SignedIn,
  outcome: CallFailure | { kind: "empty" },
): Promise<Response> {
  const { message, error, reason }: Partial<CallFailure> =
    outcome.kind === "failure" ? outcome : {};
  // The user has left.
  if (reason === "cancelled") return new Response(null, { status: 204 });
  const text = reason === "shape" ? FAILED : (message ?? error ?? FAILED);
  const list = listOfFile(request);
  return redirectWithNotice(signedIn, list, { tone: "error", text });
}

const UNSTORED = { "Cache-Control": "no-store" };

/** Does not prolong the session and answers nothing without one: a page that polls must keep nobody signed in. */
export async function loadReportStates({ request }: LoaderFunctionArgs) {
  const session = await findSession(request);
  const usable = session && (await usableSession(session, request));
  if (!usable) return nothing();
  const { viewer } = usable.record.user;
  if (allButAccountManagers(viewer) !== "allow") return nothing();
  const { searchParams } = new URL(request.url);
  const { startDate, endDate } = parseFilters(
    searchParams,
    newYorkDay(new Date()),
    viewer,
  ).filters;
  const outcome =
    usable.trouble ??
    (await call(
      getQiesReports,
      { params: { startDate, endDate } },
      {
        ...credentialsOf(usable.record, usable.own),
        requestId: requestIdOf(request),
        signal: request.signal,
      },
    ));
  if (outcome.kind === "failure") {
    if (outcome.status === 401) return nothing();
    // A user who may not open the list is refused here too. That is no server error.
    const isRefused = outcome.status >= 400 && outcome.status < 500;
    const status = isRefused ? outcome.status : 502;
    return json({}, { status, headers: UNSTORED });
  }
  const reports = outcome.kind === "data" ? outcome.answer.data : [];
  const states = Object.fromEntries(
    reports.map(({ id, status }) => [id, status]),
  );
  const problems = Object.fromEntries(
    reports.flatMap(({ id, problem }) => (problem ? [[id, problem]] : [])),
  );
  return json({ states, problems }, { headers: UNSTORED });
}

function nothing(): Response {
  return new Response(null, { status: 204, headers: UNSTORED });
}
