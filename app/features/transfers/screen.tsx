import { useLoaderData } from "@remix-run/react";
import { PlaceFilterForm } from "~/features/report-filters/place-filter-form";
import { TEXT_LINK } from "~/ui/link-classes";
import { ListStates } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import { ALL_LINK_ID } from "./address";
import { FACILITIES_ID, FacilitiesCard } from "./facilities-card";
import { GroupingCard } from "./grouping-card";
import { ListCard } from "./list-card";
import type { loadTransfers } from "./load.server";
import type { Patterns } from "./patterns.server";
import { SinceAdmissionCard, TimeCard } from "./time-cards";
import { transferWords as words } from "./words";

export function TransfersScreen() {
  const { view } = useLoaderData<typeof loadTransfers>();
  return (
    <div className="cards-page grid min-w-0 grid-cols-1 gap-4">
      <PageHead
        crumbs={view.crumbs}
        title={words.title}
        name={view.name}
        aside={<PlaceFilterForm filters={view} />}
      >
        <p className="text-sm text-muted">{words.about}</p>
        {view.notices === null ? null : (
          <PageLink to={view.notices.href} className={TEXT_LINK}>
            {view.notices.text}
          </PageLink>
        )}
      </PageHead>
      <p className="hidden print:block">{view.paper}</p>
      {view.list ? <ListCard list={view.list} /> : null}
      <ListStates list={view.groups} href={view.href} empty={words.empty}>
        {(patterns) => <PatternCards patterns={patterns} />}
      </ListStates>
    </div>
  );
}

function PatternCards({ patterns }: { patterns: Patterns }) {
  const { grid, days, sinceAdmission, groupings, facilities } = patterns;
  return (
    <>
      <Total patterns={patterns} />
      <div className="patterns grid min-w-0 gap-4 lg:grid-cols-3">
        <TimeCard grid={grid} />
        {sinceAdmission ? (
          <SinceAdmissionCard days={days} grouping={sinceAdmission} />
        ) : null}
      </div>
      <div className="groupings columns-[20rem] gap-4">
        {groupings.map((grouping) => (
          <GroupingCard key={grouping.by} grouping={grouping} />
        ))}
      </div>
      {facilities ? <FacilitiesCard facilities={facilities} /> : null}
    </>
  );
}

function Total({
  patterns: { total, allHref, smallNote, facilities },
}: {
  patterns: Patterns;
}) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4">
      {allHref === null ? (
        <span className="text-2xl font-semibold">{total}</span>
      ) : (
        <PageLink
          id={ALL_LINK_ID}
          to={allHref}
          className="action-link inline-flex min-h-6 items-center text-2xl font-semibold touch:min-h-10"
        >
          {total}
        </PageLink>
      )}
      {smallNote ? (
        <span className="text-sm text-muted">{smallNote}</span>
      ) : null}
      {facilities ? (
        <a
          href={`#${FACILITIES_ID}`}
          className={`${TEXT_LINK} text-sm print:hidden`}
        >
          {words.compare}
        </a>
      ) : null}
    </div>
  );
}
