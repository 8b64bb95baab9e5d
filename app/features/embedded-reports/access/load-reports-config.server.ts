import type { LoaderFunctionArgs } from "@remix-run/node";
import { getReports, type Report } from "~/contract/reports";
import { panelOf, type Panel } from "~/data/panel.server";
import { listPage, readPage } from "~/domain/lists/list-page";
import {
  inTitleOrder,
  withChanges,
  type AccessChange,
} from "../rules/report-access";
import { systemMessages } from "~/domain/system-messages";
import type { ShellNotice } from "~/features/shell/shell-data";
import { requireScreen } from "~/session/screen.server";
import {
  levelsAmong,
  type AccessGridState,
  type AccessRow,
} from "./access-form";
import { readChanges } from "./read-access-form.server";

const { reports: SYSTEM_ERROR, unexpected } = systemMessages.systemError;

/** So many rows are fields of one form: with six boxes and what they showed each, a form takes no more (MAX_FIELDS). */
const REPORTS_PER_PAGE = 40;

/** The reports with who sees them, and the ticks of a form that the end of a session kept from being saved. */
export async function loadReportsConfig({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const outcome = await signedIn.call(getReports, {});
  const panel = panelOf(
    outcome,
    { systemError: SYSTEM_ERROR },
    ({ data }) => data,
  );
  // Not before: it comes back once, and there would be no page to show it on.
  const kept = await signedIn.takeKeptForm();
  const page = readPage(new URL(request.url).searchParams);
  const grid = gridOf(panel, page, kept ? readChanges(kept.form) : []);
  const notices: ShellNotice[] = kept
    ? [{ tone: "info", text: kept.told }]
    : [];
  if (grid.state === "error") {
    notices.push({ tone: "error", text: grid.message });
  }
  const isKept =
    grid.state === "data" &&
    grid.rows.some(({ roles, ticked }) => roles.join() !== ticked.join());
  return { grid, isKept, unexpected, notices };
}

function gridOf(
  panel: Panel<readonly Report[]>,
  page: number,
  changes: readonly AccessChange[],
): AccessGridState {
  if (panel.state === "error") {
    return { state: "error", message: panel.message };
  }
  const reports = panel.state === "data" ? panel.data : [];
  // Boxes for roles that nobody told of would be a lie.
  if (reports.some(({ roles }) => roles === undefined)) {
    return { state: "error", message: SYSTEM_ERROR };
  }
  const rows = reports.map((report) => rowOf(report, changes));
  const shown = listPage(inTitleOrder(rows), page, REPORTS_PER_PAGE);
  return shown.total === 0
    ? { state: "empty" }
    : {
        state: "data",
        rows: shown.rows,
        page: shown.page,
        pages: shown.pages,
      };
}

function rowOf(report: Report, changes: readonly AccessChange[]): AccessRow {
  const roles = levelsAmong(report.roles ?? []);
  return {
    id: report.id,
    title: report.title.trim() || report.report_id,
    slug: report.report_id,
    isEmbedded: report.type === "powerbi",
    roles,
    ticked: withChanges({ id: report.id, roles }, changes),
  };
}
