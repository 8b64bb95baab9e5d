import { residentWords as words } from "./words";
import type { Crumb } from "~/ui/breadcrumbs";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { CELL_LINK } from "~/ui/link-classes";
import { OlderPagesNav } from "~/ui/older-pages";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import type { FactText, ResidentPage, ResidentPageView } from "./page-view";
import { StayBar } from "./stay-bar";
import { ReviewWay, Timeline } from "./timeline";

const TIMELINE_ID = "timeline";

/** What happened to a resident, and which figures count it (R315). */
export function ResidentScreen({
  page,
  crumbs,
}: {
  page: ResidentPage;
  crumbs: readonly Crumb[];
}) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead
        crumbs={crumbs}
        title={page.state === "data" ? page.view.name : words.title}
      >
        {page.state === "data" ? <Facts facts={page.view.facts} /> : null}
      </PageHead>
      {page.state === "data" ? (
        <Resident view={page.view} />
      ) : (
        <ErrorState message={page.message} retryHref={page.retryHref} />
      )}
    </div>
  );
}

function Resident({ view }: { view: ResidentPageView }) {
  return (
    <>
      {view.bar === null ? null : (
        <Card headingId="stay-heading" heading={words.bar.heading}>
          <StayBar bar={view.bar} />
        </Card>
      )}
      {view.strip.length === 0 ? null : <Strip facts={view.strip} />}
      <Card headingId="timeline-heading" heading={words.timeline}>
        <p className="-mt-2 mb-3 text-sm text-muted">
          {words.timelineOrder} {view.bordered}
        </p>
        {view.groups.length === 0 ? (
          <EmptyState message={words.empty} isBrief />
        ) : (
          <Timeline id={TIMELINE_ID} view={view} />
        )}
        <OlderPagesNav
          tableId={TIMELINE_ID}
          label={words.notePages}
          older={words.olderNotes}
          newest={words.newestNotes}
          pages={view.pages}
        />
      </Card>
      {view.leftReviews.length === 0 ? null : (
        <Card headingId="left-heading" heading={words.leftReviews}>
          <ul className="text-sm">
            {view.leftReviews.map((link) => (
              <li key={link.href}>
                <ReviewWay link={link} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Facts({ facts }: { facts: readonly FactText[] }) {
  return (
    <dl className="mt-1 flex flex-wrap gap-x-4 text-sm">
      {facts.map(({ label, value, href }) => (
        <div
          key={label}
          className="flex min-w-0 flex-wrap items-center gap-x-2"
        >
          <dt className="text-muted">{label}:</dt>
          <dd className="min-w-0">
            {href === null ? (
              value
            ) : (
              <PageLink to={href} className={CELL_LINK}>
                {value}
              </PageLink>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Strip({ facts }: { facts: readonly FactText[] }) {
  return (
    <section
      aria-label={words.summary}
      className="rounded border border-hairline bg-paper p-4"
    >
      <dl className="grid grid-cols-2 gap-4 text-sm lg:grid-cols-4">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
