import type { Kysely } from "kysely";
import {
  getReport,
  getReports,
  postReportRole,
  type Report,
} from "~/contract/reports";
import type { AccessLevel } from "~/domain/access/ranks";
import { whyClosedTo } from "~/features/embedded-reports/rules/report-access";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { logAuditRecord } from "~server/audit/audit-trail";
import type { ApiDeps } from "~server/door/api-deps";
import {
  administersReports,
  isListedFor,
  mayEmbed,
  selectReports,
  type ListedReport,
} from "~server/reports/own-reports";
import type { Schema } from "~server/store/schema";
import { recordOf, type AuditedCall } from "./record-access";
import { forbidden, notFound, Refusal } from "~server/refusal";
import { register, type Doors } from "~server/door/doors";

type RoleRow = Schema["report_roles"];

async function addRole(db: Kysely<Schema>, row: RoleRow): Promise<bigint> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("report_roles")
    .values(row)
    .onConflict((conflict) => conflict.columns(["report", "role"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ?? 0n;
}

async function removeRole(
  db: Kysely<Schema>,
  { report, role }: RoleRow,
): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom("report_roles")
    .where("report", "=", report)
    .where("role", "=", role)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}

/** Account managers get every report with its levels, because they set them; others get their level's (R208). */
export function registerReports(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;

  register(doors, getReports, async ({ viewer }) => {
    const reports = await selectReports(db);
    return {
      data: administersReports(viewer)
        ? reports.map((report) => ({ ...rowOf(report), roles: report.roles }))
        : reports.filter((report) => isListedFor(viewer, report)).map(rowOf),
    };
  });

  register(doors, getReport, async ({ viewer, params }) => {
    if (!mayEmbed(viewer)) throw forbidden();
    const reports = await selectReports(db);
    const report = reports.find(({ id }) => id === params.id);
    if (!report) throw notFound();
    if (!isListedFor(viewer, report)) throw forbidden();
    const { workspace_id, powerbi_report_id } = report;
    // Built-in reports have no Power BI ids.
    if (workspace_id === null || powerbi_report_id === null) throw notFound();
    return { data: { workspace_id, report_id: powerbi_report_id } };
  });

  register(doors, postReportRole, async (call) => {
    const { viewer, params, body } = call;
    if (!administersReports(viewer)) throw forbidden();
    if (body.role === "account_manager") {
      throw new Refusal(400, "Account managers see no reports.");
    }
    const record = await setReportRole(deps, call);
    if (record) logAuditRecord(deps.log, record);
    const reports = await selectReports(db);
    const report = reports.find(({ id }) => id === params.id);
    if (!report) throw notFound();
    return { data: { ...rowOf(report), roles: report.roles } };
  });
}

function rowOf({ id, report_id, title, type }: ListedReport): Report {
  return { id, report_id, title, type };
}

/** Returns the audit record of a change; null if there was nothing to do. Throws 404, 400 if the level can never have it. */
function setReportRole(
  deps: ApiDeps,
  call: AuditedCall & {
    params: { id: number };
    body: { role: AccessLevel; allow: boolean };
  },
): Promise<AuditRecord | null> {
  const { role, allow } = call.body;
  return deps.store.db.transaction().execute(async (trx) => {
    const report = await trx
      .selectFrom("reports")
      .where("id", "=", call.params.id)
      .select(["id", "report_id", "type"])
      .executeTakeFirst();
    if (!report) throw notFound();
    const { report_id: slug } = report;
    const isEmbedded = report.type === "powerbi";
    const reason = whyClosedTo({ slug, isEmbedded }, role);
    if (allow && reason !== null) throw new Refusal(400, reason);
    const row = { report: report.id, role };
    const rows = allow ? await addRole(trx, row) : await removeRole(trx, row);
    if (rows === 0n) return null;
    const details = { report: slug, role, allow };
    const record = recordOf(deps, call, {
      action: "change_report_access",
      details,
    });
    await insertAuditEvents(trx, [record]);
    return record;
  });
}
