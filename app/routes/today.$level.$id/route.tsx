import type {
  LinksFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { todayWords as words } from "~/domain/today/today-words";
import { CensusMarks } from "~/features/profile/census-marks";
import { pageTitle } from "~/features/shell/page-title";
import { links as secondSheet } from "~/reports-and-users-sheet";
import paperSheet from "~/today-on-paper.css";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ListStates } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import { AttentionRules } from "./attention-rules";
import { loadToday } from "./load-today.server";
import { ResidentsTable } from "./residents-table";
import { TodayCounts } from "./today-counts";
import { TodayFilters } from "./today-filters";
import type { TodayList, TodayView } from "./today-view";

export const links: LinksFunction = () => [
  ...secondSheet(),
  // A screen waits for none of it.
  { rel: "stylesheet", href: paperSheet, media: "print" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadToday(request, params);
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => {
  const hasFailed = data && data.notices.length > 0;
  const title = data ? `${words.title}, ${data.view.name}` : words.title;
  return [{ title: pageTitle(matches, title, hasFailed) }];
};

/** Who is in house today, who is out at hospital, and who needs attention (R326). */
export default function TodayRoute() {
  const { view, crumbs } = useLoaderData<typeof loader>();
  const hasNotes = view.list.state === "data" && view.list.hasNotes;
  return (
    <div
      className={`today of-${view.level} grid min-w-0 grid-cols-1 gap-4 ${hasNotes ? "has-notes" : ""}`}
    >
      <PageHead
        crumbs={crumbs}
        title={words.title}
        name={view.name}
        aside={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <p className="text-sm text-muted">{view.made}</p>
            <TodayFilters view={view} />
          </div>
        }
      >
        {view.narrowedTo === "" ? null : (
          <p className="hidden text-sm print:block">{view.narrowedTo}</p>
        )}
        <CensusMarks marks={view.marks} />
        {view.reach.map((text) => (
          <p key={text} className="text-sm text-warn">
            {text}
          </p>
        ))}
      </PageHead>
      <ListStates
        list={view.list}
        pages={{ href: view.href, newestHref: null }}
        words={{ ...words, emptyOlder: words.empty, newest: words.empty }}
      >
        {(list) => <Residents view={view} list={list} />}
      </ListStates>
    </div>
  );
}

function Residents({ view, list }: { view: TodayView; list: TodayList }) {
  return (
    <>
      <TodayCounts list={list} />
      {list.groups.length === 0 ? (
        <EmptyState message={words.emptyFiltered} />
      ) : null}
      <div className="residents grid min-w-0 grid-cols-1 gap-4">
        {list.groups.map((group) => (
          <Card
            key={group.key}
            headingId={`${group.key}-heading`}
            heading={words.groups[group.key]}
            aside={<span className="text-sm text-muted">{group.count}</span>}
          >
            {group.key === "out" ? (
              <p className="-mt-2 mb-3 text-sm text-muted print:hidden">
                {words.outNote}
              </p>
            ) : null}
            <ResidentsTable
              view={view}
              group={group}
              hasNotes={list.hasNotes}
            />
          </Card>
        ))}
      </div>
      <AttentionRules />
    </>
  );
}
