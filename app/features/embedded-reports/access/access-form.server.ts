import { type LoaderFunctionArgs, json } from "@remix-run/node";
import { getReports, type Report, postReportRole } from "~/contract/reports";
import { panelOf, type Panel } from "~/data/panel.server";
import { apiHost } from "~/data/upstream.server";
import { settings } from "~/env.server";
import { listPage, readPage } from "~/domain/lists/list-page";
import {
  inTitleOrder,
  withChanges,
  type AccessChange,
  changesIn,
  REPORT_LEVELS,
  type SentRow,
} from "../rules/report-access";
import { systemMessages } from "~/domain/system-messages";
import type { ShellNotice } from "~/features/shell/notices/client-notices";
import { requireScreen } from "~/session/screen.server";
import {
  levelsAmong,
  type AccessRow,
  type AccessAnswer,
  type CellAnswer,
  seenField,
  ticksField,
  reportsConfigHref,
} from "./access-form";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import { reportAccessWords } from "../rules/report-access-words";
import { requireUserByForm } from "~/http/guarded-form.server";
import type { SignedIn } from "~/session/require-user.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { textsIn } from "~/domain/form-texts";
import { z } from "zod";
import type { AccessLevel } from "~/domain/access/ranks";

const { reports: SYSTEM_ERROR, unexpected } = systemMessages.systemError;

/** Each row has six boxes and their previous values, and a form is limited (MAX_FIELDS). */
const REPORTS_PER_PAGE = 40;

export async function loadReportsConfig({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const outcome = await signedIn.call(getReports, {});
  const panel = panelOf(
    outcome,
    { systemError: SYSTEM_ERROR },
    ({ data }) => data,
  );
  // Take the kept form last: it can be taken only once, and an error page would not show it.
  const kept = await signedIn.takeKeptForm();
  const page = readPage(new URL(request.url).searchParams);
  const grid = gridOf(panel, page, kept ? readChanges(kept.form) : []);
  const notices: ShellNotice[] = kept
    ? [{ tone: "info", text: kept.unsent }]
    : [];
  if (grid.state === "error") {
    notices.push({ tone: "error", text: grid.message });
  }
  const isKept =
    grid.state === "data" &&
    grid.rows.some(({ roles, ticked }) => roles.join() !== ticked.join());
  // Other hosts do not say.
  const isSetUp = apiHost !== null || Boolean(settings.POWERBI_TENANT_ID);
  return { grid, isKept, isSetUp, unexpected, notices };
}

function gridOf(
  panel: Panel<readonly Report[]>,
  page: number,
  changes: readonly AccessChange[],
) {
  if (panel.state === "error") {
    return { state: "error" as const, message: panel.message };
  }
  const reports = panel.state === "data" ? panel.data : [];
  // The boxes would be wrong without the roles.
  if (reports.some(({ roles }) => roles === undefined)) {
    return { state: "error" as const, message: SYSTEM_ERROR };
  }
  const rows = reports.map((report) => rowOf(report, changes));
  const shown = listPage(inTitleOrder(rows), page, REPORTS_PER_PAGE);
  return shown.total === 0
    ? { state: "empty" as const }
    : {
        state: "data" as const,
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

/** Saves the changed boxes of the form, each by a call of its own (R208), or the one box of a script. */
export async function saveAccess({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  if (isCell(form)) return saveCell(signedIn, readCell(form));
  const changes = readChanges(form);
  const failures: Failure[] = [];
  // One report after the other, to spare the host.
  for (const id of new Set(changes.map(({ reportId }) => reportId))) {
    const ofReport = changes.filter(({ reportId }) => reportId === id);
    const saved = await Promise.all(ofReport.map((one) => save(signedIn, one)));
    failures.push(...saved.filter((failure) => failure !== null));
  }
  const [first] = failures;
  if (first) {
    const answer: AccessAnswer = {
      failures: failures.map(({ status: _, ...failure }) => failure),
    };
    return json(answer, { status: first.status });
  }
  const grid = reportsConfigHref(new URL(request.url).searchParams);
  return redirectWithNotice(
    signedIn,
    grid,
    changes.length > 0
      ? { tone: "success", text: reportAccessWords.updated }
      : { tone: "info", text: reportAccessWords.nothingToSave },
    303,
  );
}

async function saveCell(signedIn: SignedIn, change: AccessChange | null) {
  const failure = change
    ? await save(signedIn, change)
    : { status: 400, text: unexpected };
  return json<CellAnswer>(
    failure ? { saved: false, error: failure.text } : { saved: true },
    { status: failure?.status ?? 200 },
  );
}

type Failure = AccessAnswer["failures"][number] & { status: number };

async function save(
  { call }: SignedIn,
  { reportId, level, allow }: AccessChange,
): Promise<Failure | null> {
  const outcome = await call(postReportRole, {
    params: { id: reportId },
    body: { role: level, allow },
  });
  if (outcome.kind !== "failure") return null;
  return {
    reportId,
    level,
    status: refusalStatus(outcome),
    text:
      outcome.status === 404
        ? reportAccessWords.unknownReport
        : failureWords(outcome),
  };
}

const SEEN = /^seen-(\d{1,15})$/;

const cell = z.object({
  report: z.string().regex(/^\d{1,15}$/),
  level: z.enum(REPORT_LEVELS as [AccessLevel, ...AccessLevel[]]),
  allow: z.enum(["true", "false"]),
});

/** A script posts one box. */
function isCell(form: FormData): boolean {
  return form.has("report");
}

function readCell(form: FormData): AccessChange | null {
  const read = cell.safeParse(Object.fromEntries(form));
  if (!read.success) return null;
  const { report, level, allow } = read.data;
  return { reportId: Number(report), level, allow: allow === "true" };
}

function readChanges(form: FormData): AccessChange[] {
  if (isCell(form)) {
    const change = readCell(form);
    return change ? [change] : [];
  }
  const ids = [...form.keys()].flatMap((name) => SEEN.exec(name)?.[1] ?? []);
  return changesIn([...new Set(ids)].map((id) => rowIn(form, Number(id))));
}

function rowIn(form: FormData, reportId: number): SentRow {
  const seen = textsIn(form, seenField(reportId)).join(" ").split(" ");
  return {
    reportId,
    seen: levelsAmong(seen),
    ticked: levelsAmong(textsIn(form, ticksField(reportId))),
  };
}
