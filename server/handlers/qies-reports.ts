import { endpointPath } from "~/contract/endpoint";
import {
  getQiesDownload,
  getQiesFile,
  getQiesReports,
  postQiesReport,
  type QiesReport,
} from "~/contract/qies-reports";
import type { Viewer } from "~/domain/access/viewer";
import {
  isoDayOf,
  newYorkDay,
  newYorkSqlDatetime,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";
import { savedReportName } from "~/features/cms-requests/rules/report-file-name";
import { codeOf } from "~/features/cms-requests/rules/report-types";
import { refusalOfRequest } from "~/features/cms-requests/rules/sent-request";
import { accessibleFacilityIds } from "~server/access/facilities";
import { logAuditRecord } from "~server/audit/audit-trail";
import type { ApiDeps } from "~server/door/api-deps";
import { recordAccess, recordOf } from "./record-access";
import { FileAnswer } from "~server/door/handler";
import {
  readCensusReach,
  findReport,
  listReports,
  storedArgs,
  storeRequest,
  type VisibleReports,
} from "~server/cms-requests/requested-reports";
import {
  hasReportFile,
  readReportFile,
} from "~server/cms-requests/report-files";
import { readDataState } from "~server/store/data-state";
import { forbidden, notFound, Refusal } from "~server/refusal";
import { requireOwnReport } from "~server/reports/own-reports";
import { register, type Doors } from "~server/door/doors";

/**
 * Requested CMS reports (R173, R195) of the viewer's facilities. Refuses physicians, account managers and levels
 * without the report. Audits requests and downloads; list and link have no patient data.
 */
export function registerQiesReports(doors: Doors, deps: ApiDeps): void {
  // Before the list, whose path fits that of a file too.
  serveFile(doors, deps);
  serveList(doors, deps);
  serveRequest(doors, deps);
  serveDownload(doors, deps);
}

type Row = Awaited<ReturnType<typeof listReports>>[number];

function serveList(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, getQiesReports, async ({ params, viewer }) => {
    if (params.endDate < params.startDate) {
      throw new Refusal(400, "The end date is before the start date.");
    }
    const visible = await reportsVisibleTo(deps, viewer);
    const rows = await listReports(db, visible, params);
    const data = rows.map(toListRow);
    if (deps.reports.areFromCensus) {
      const { firstDay, dataThrough } = await readCensusReach(db);
      const first_day = dayOrNull(firstDay);
      return { data, census: { first_day, last_day: dayOrNull(dataThrough) } };
    }
    return rows.length > 0 ? { data } : null;
  });
}

function dayOrNull(day: EpochDay | null): IsoDay | null {
  return day === null ? null : isoDayOf(day);
}

function toListRow(row: Row): QiesReport {
  return {
    id: row.id,
    report_category_id: row.report_category_id,
    report_type_id: row.report_type_id,
    name: row.name,
    file_type: row.file_type,
    requested_tstamp: newYorkSqlDatetime(new Date(row.requested_at)),
    start_date: dayOrNull(row.start_day),
    end_date: dayOrNull(row.end_day),
    status: row.status,
    fac_name: row.facility_name,
    fac_id: row.facility_id,
    isnp_only: row.isnp === 1,
    ...(row.status === "error" && {
      problem: row.problem,
      args: storedArgs.parse(row.args),
    }),
  };
}

function savedName(row: Row): string {
  const { fy } = storedArgs.parse(row.args);
  return savedReportName({
    name: row.name,
    facility: row.facility_name,
    startDate: dayOrNull(row.start_day),
    endDate: dayOrNull(row.end_day),
    fiscalYear: typeof fy?.value === "string" ? fy.value : null,
    madeOn: newYorkDay(new Date(row.finished_at ?? row.requested_at)),
    isIsnpOnly: row.isnp === 1,
  });
}

function serveRequest(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, postQiesReport, async (call) => {
    const { body, viewer, userId } = call;
    const visible = await reportsVisibleTo(deps, viewer);
    if (!(await isFacilityVisible(deps, visible, body.fac_id))) {
      throw forbidden();
    }
    if (body.user_id !== userId) {
      throw new Refusal(
        400,
        "The request names another user than the one who sent it.",
      );
    }
    const now = deps.clock();
    const refusal = refusalOfRequest(body, newYorkDay(now));
    if (refusal) throw new Refusal(400, refusal);
    const recorded = (reportId: number) =>
      recordOf(deps, call, {
        action: "request_report",
        details: {
          report_id: reportId,
          report: codeOf(body.report_category_id, body.report_type_id),
          facility_id: body.fac_id,
        },
      });
    const { id, status, isNew } = await storeRequest(
      db,
      body,
      {
        isnp: visible.isnpOnly ? 1 : 0,
        now,
        dataVersion: deps.reports.areFromCensus
          ? (await readDataState(db)).version
          : null,
      },
      recorded,
    );
    deps.reports.wake();
    if (isNew) logAuditRecord(deps.log, recorded(id));
    return { data: [{ id, status, error: null }] };
  });
}

function serveDownload(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, getQiesDownload, async ({ params, viewer }) => {
    const visible = await reportsVisibleTo(deps, viewer);
    const report = await findReport(db, visible, params.id);
    if (!report) {
      // Do not reveal whether a report exists that the viewer may not see.
      const seesAll = visible.facilityIds === "all" && !visible.isnpOnly;
      throw seesAll ? new Refusal(404, GONE) : forbidden();
    }
    if (report.file_bytes === null) {
      throw new Refusal(404, report.problem ?? "This report has no file yet.");
    }
    return {
      data: {
        report_url: endpointPath(getQiesFile, { id: report.id }),
        name: savedName(report),
        file_type: report.file_type,
      },
    };
  });
}

const GONE = "This report no longer exists. Please request it again.";

function serveFile(doors: Doors, deps: ApiDeps): void {
  const { store } = deps;
  register(doors, getQiesFile, async (call) => {
    const { params, viewer, userId, log } = call;
    const logRefused = (reason: string) =>
      log.info({
        event: "qies.report_file_refused",
        user_id: userId,
        report_id: params.id,
        reason,
      });
    const visible = await reportsVisibleTo(deps, viewer);
    const report = await findReport(store.db, visible, params.id);
    if (!report || report.file_bytes === null) {
      logRefused("not-allowed");
      throw forbidden();
    }
    if (!(await hasReportFile(store.db, report.id))) {
      logRefused("file-gone");
      throw new Refusal(404, GONE);
    }
    await recordAccess(deps, call, {
      action: "download_report",
      details: {
        report_id: report.id,
        report: codeOf(report.report_category_id, report.report_type_id),
        facility_id: report.facility_id,
      },
    });
    return new FileAnswer(
      {
        type: "application/pdf",
        name: `${savedName(report)}.${report.file_type}`,
        bytes: report.file_bytes,
      },
      readReportFile(store.db, report.id),
    );
  });
}

async function reportsVisibleTo(
  { store }: ApiDeps,
  viewer: Viewer,
): Promise<VisibleReports> {
  const { accessLevel, isnpOnly } = viewer;
  if (accessLevel === "physician" || accessLevel === "account_manager") {
    throw forbidden();
  }
  await requireOwnReport(store.db, viewer, "cms-qies-reports");
  const facilityIds = await accessibleFacilityIds(store.db, viewer);
  return { facilityIds, isnpOnly };
}

async function isFacilityVisible(
  { store }: ApiDeps,
  { facilityIds }: VisibleReports,
  id: number,
): Promise<boolean> {
  if (facilityIds !== "all") return facilityIds.includes(id);
  const facility = await store.db
    .selectFrom("facilities")
    .where("id", "=", id)
    .select("id")
    .executeTakeFirst();
  if (!facility) throw notFound();
  return true;
}
