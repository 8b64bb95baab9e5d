import { useLoaderData } from "@remix-run/react";
import { auditWords } from "~/features/audit/rules/words";
import { userTitles } from "~/features/users/rules/titles";
import { titledAsLoaded } from "~/features/shell/page-title";
import { paths } from "~/paths";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { AuditFilterForm, AuditTable } from "~/features/audit/screen";
import { loadAuditTrail } from "~/features/audit/load-audit-trail.server";

export { links } from "~/reports-and-users-sheet";
export { loadAuditTrail as loader };

export const meta = titledAsLoaded(auditWords.title);

const CRUMBS = [
  { label: userTitles.all, href: paths.users },
  { label: auditWords.title, current: true },
];

/** Who did what, for account managers: only they may open it. */
export default function AuditTrailRoute() {
  const { view } = useLoaderData<typeof loadAuditTrail>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <div>
        <Breadcrumbs crumbs={CRUMBS} />
        <h1 className="text-2xl font-semibold">{auditWords.title}</h1>
        <p className="mt-1 max-w-prose text-sm text-muted">
          {auditWords.about} {auditWords.byResident}
        </p>
      </div>
      <div>
        <AuditFilterForm view={view} />
      </div>
      <AuditTable view={view} />
    </div>
  );
}
