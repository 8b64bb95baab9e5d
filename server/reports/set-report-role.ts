import type { AccessLevel } from "~/domain/access/ranks";
import type { Store } from "~server/store/open-store";

/** Gives or takes one access level's sight of a report; again changes nothing. False where there is no such report. */
export function setReportRole(
  { db }: Store,
  reportId: number,
  { role, allow }: { role: AccessLevel; allow: boolean },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const report = await trx
      .selectFrom("reports")
      .where("id", "=", reportId)
      .select("id")
      .executeTakeFirst();
    if (!report) return false;
    if (allow) {
      await trx
        .insertInto("report_roles")
        .values({ report: report.id, role })
        .onConflict((conflict) =>
          conflict.columns(["report", "role"]).doNothing(),
        )
        .execute();
    } else {
      await trx
        .deleteFrom("report_roles")
        .where("report", "=", report.id)
        .where("role", "=", role)
        .execute();
    }
    return true;
  });
}
