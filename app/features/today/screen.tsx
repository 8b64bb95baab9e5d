import type { ReactNode } from "react";
import { todayWords as words } from "./rules/words";
import { CensusMarks } from "~/features/data-quality/census-marks";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import { PageForm } from "~/ui/page-form";
import { UnsentLine } from "~/ui/unsent-line";
import type { Crumb } from "~/ui/breadcrumbs";
import { EmptyState } from "~/ui/empty-state";
import { ListStates } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import { AttentionRules } from "./attention-rules";
import type { DiscussionAnswer } from "./save-discussions.server";
import { ResidentsTable } from "./residents-table";
import { TodayCounts } from "./counts";
import { TodayFilters } from "./filters";
import type { ResidentGroup, TodayList, TodayView } from "./view";

const NOTHING = {};

/** Who is in house today, who is out at hospital, and who needs attention (R326). */
export function TodayScreen({
  view,
  crumbs,
  ...form
}: {
  view: TodayView;
  crumbs: Crumb[];
  /** What was not saved. */
  answer: DiscussionAnswer | null;
}) {
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
        {(list) => <Residents view={view} list={list} {...form} />}
      </ListStates>
    </div>
  );
}

function Residents({
  view,
  list,
  answer,
}: {
  view: TodayView;
  list: TodayList;
  answer: DiscussionAnswer | null;
}) {
  const toDiscuss = list.groups.filter(({ key }) => key !== "others");
  const others = list.groups.filter(({ key }) => key === "others");
  return (
    <>
      <TodayCounts list={list} />
      {list.groups.length === 0 ? (
        <EmptyState message={words.emptyFiltered} />
      ) : null}
      {toDiscuss.length === 0 ? null : (
        <PageForm
          method="post"
          action={view.href}
          preventScrollReset
          className="residents grid min-w-0 grid-cols-1 gap-4"
        >
          <UnsentLine told={view.told} />
          <ErrorSummary
            errors={answer ? [{ text: answer.error }] : []}
            attempt={answer}
          />
          {toDiscuss.map((group, at) => (
            <Group
              key={group.key}
              view={view}
              group={group}
              typed={answer?.typed ?? NOTHING}
              actions={
                // The first button of the form is the one of the key Enter.
                at === 0 ? <Button>{words.discuss.save}</Button> : null
              }
            />
          ))}
        </PageForm>
      )}
      {others.map((group) => (
        <div key={group.key} className="residents min-w-0">
          <Group view={view} group={group} typed={NOTHING} />
        </div>
      ))}
      <AttentionRules />
    </>
  );
}

function Group({
  view,
  group,
  typed,
  actions,
}: {
  view: TodayView;
  group: ResidentGroup;
  typed: DiscussionAnswer["typed"];
  actions?: ReactNode;
}) {
  return (
    <Card
      headingId={`${group.key}-heading`}
      heading={words.groups[group.key]}
      aside={<span className="text-sm text-muted">{group.count}</span>}
      actions={actions}
    >
      {group.key === "out" ? (
        <p className="-mt-2 mb-3 text-sm text-muted print:hidden">
          {words.outNote}
        </p>
      ) : null}
      <ResidentsTable view={view} group={group} typed={typed} />
    </Card>
  );
}
