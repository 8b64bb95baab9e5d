import type { AuditAction, AuditDetails } from "~/features/audit/rules/actions";
import type { ApiDeps } from "~server/door/api-deps";
import type { AuditedUser, AuditRecord } from "~server/audit/audit-events";
import type { Call } from "~server/door/handler";

export type AuditedCall = Pick<
  Call<unknown, unknown, unknown>,
  "user" | "origin" | "isHead"
>;

interface What {
  action: AuditAction;
  target?: AuditedUser;
  details?: AuditDetails;
  residents?: readonly number[];
}

export function recordOf(
  { clock }: Pick<ApiDeps, "clock">,
  { user, origin }: Pick<AuditedCall, "user" | "origin">,
  what: What,
): AuditRecord {
  return { ...what, at: clock(), user, ...origin };
}

/** Await it before answering. Refusals, 204 and HEAD show nothing, so they leave no record. */
export async function recordAccess(
  deps: Pick<ApiDeps, "clock" | "audit">,
  call: AuditedCall,
  what: What,
): Promise<void> {
  if (call.isHead) return;
  await deps.audit.record(recordOf(deps, call, what));
}
