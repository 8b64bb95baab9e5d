import type { Kysely } from "kysely";
import type { AccessLevel } from "~/domain/access/ranks";
import { whyClosedTo } from "~/features/embedded-reports/rules/report-access";
import { insertAuditEvents } from "~server/audit/audit-events";
import type { AuditRecord } from "~server/audit/audit-events";
import { Refusal } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";

/** What giving or taking a role did. */
export interface RoleChange {
  /** Slug of the report. */
  report: string;
  hasChanged: boolean;
}

/**
 * Gives or takes one access level's sight of a report, and records it as `recordOf` says for the report's slug. Again
 * changes nothing, and nothing is recorded; of two who do the same at once, one has changed it. Null where there is no
 * such report; throws 400 where the level can never have it.
 */
export function setReportRole(
  { db }: Store,
  reportId: number,
  { role, allow }: { role: AccessLevel; allow: boolean },
  recordOf: (report: string) => AuditRecord,
): Promise<RoleChange | null> {
  return db.transaction().execute(async (trx) => {
    const report = await trx
      .selectFrom("reports")
      .where("id", "=", reportId)
      .select(["id", "report_id", "type"])
      .executeTakeFirst();
    if (!report) return null;
    const kind = {
      slug: report.report_id,
      isEmbedded: report.type === "powerbi",
    };
    const reason = whyClosedTo(kind, role);
    if (allow && reason !== null) throw new Refusal(400, reason);
    const row = { report: report.id, role };
    const rows = allow ? await give(trx, row) : await take(trx, row);
    const hasChanged = rows > 0n;
    if (hasChanged) await insertAuditEvents(trx, [recordOf(report.report_id)]);
    return { report: report.report_id, hasChanged };
  });
}

type RoleRow = Schema["report_roles"];

async function give(db: Kysely<Schema>, row: RoleRow): Promise<bigint> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("report_roles")
    .values(row)
    .onConflict((conflict) => conflict.columns(["report", "role"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ?? 0n;
}

async function take(
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
