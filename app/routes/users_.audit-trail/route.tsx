import { useLoaderData } from "@remix-run/react";
import { auditWords } from "~/features/audit/rules/words";
import { titledAsLoaded } from "~/features/shell/page-title";
import { PageHead } from "~/ui/page-head";
import { AuditFilterForm, AuditTable } from "~/features/audit/screen";
import { loadAuditTrail } from "~/features/audit/load-audit-trail.server";

export { links } from "~/reports-and-users-sheet";
export { loadAuditTrail as loader };

export const meta = titledAsLoaded(auditWords.title);

export default function AuditTrailRoute() {
  const { view, crumbs } = useLoaderData<typeof loadAuditTrail>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={crumbs} title={auditWords.title}>
        <p className="mt-1 max-w-prose text-sm text-muted">
          {auditWords.about} {auditWords.byResident}
        </p>
      </PageHead>
      <div>
        <AuditFilterForm view={view} />
      </div>
      <AuditTable view={view} />
    </div>
  );
}
