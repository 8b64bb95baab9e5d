import type { Kysely } from "kysely";
import type { AuditAction } from "~/features/audit/rules/actions";
import type { TestApi } from "~server/testing/open-test-api";
import type { Schema } from "~server/store/schema";

export async function storedTrail(db: Kysely<Schema>, action?: AuditAction) {
  let query = db.selectFrom("audit_events").selectAll().orderBy("id");
  if (action) query = query.where("action", "=", action);
  const rows = await query.execute();
  return rows.map(({ details, ...row }) => ({
    ...row,
    details: JSON.parse(details) as Record<string, unknown>,
  }));
}

/** {@link storedTrail}, after all recorded events are stored. */
export async function trailOf({ deps }: TestApi, action?: AuditAction) {
  await deps.audit.settled();
  return storedTrail(deps.store.db, action);
}
