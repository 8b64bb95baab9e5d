import { auditWords } from "~/features/audit/rules/words";
import { titledAsLoaded } from "~/features/shell/page-title";

export { links } from "~/reports-and-users-sheet";
export { loadAuditTrail as loader } from "~/features/audit/load-audit-trail.server";
export { AuditTrailScreen as default } from "~/features/audit/screen";

export const meta = titledAsLoaded(auditWords.title);
