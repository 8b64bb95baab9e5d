import type { ApiDeps } from "~server/door/api-deps";
import type { AuditRecord } from "~server/audit/audit-events";
import type { Call } from "~server/door/handler";

export type AuditedCall = Pick<
  Call<unknown, unknown, unknown>,
  "user" | "origin"
>;

export type Access = Pick<
  AuditRecord,
  "action" | "target" | "details" | "residents"
>;

export function recordOf(
  { clock }: Pick<ApiDeps, "clock">,
  { user, origin }: AuditedCall,
  access: Access,
): AuditRecord {
  return { ...access, at: clock(), user, ...origin };
}

/** Await it before answering. Refusals and 204 show nothing, so they leave no record. */
export async function recordAccess(
  deps: Pick<ApiDeps, "clock" | "audit">,
  call: AuditedCall,
  access: Access,
): Promise<void> {
  await deps.audit.record(recordOf(deps, call, access));
}
