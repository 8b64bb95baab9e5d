import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { useEffect, useRef, type FormEvent, type ReactNode } from "react";
import { todayWords as words, todayWords } from "./rules/words";
import { lazyComponent } from "~/rendering/lazy-component";
import { StaticPart } from "~/rendering/static-part";
import { CensusMarks } from "~/features/data-quality/census-marks";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import { PageForm } from "~/ui/page-form";
import { UnsentLine } from "~/ui/unsent-line";
import type { Crumb } from "~/ui/breadcrumbs";
import { EmptyState } from "~/ui/states";
import { ListStates } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import type { DiscussionAnswer } from "./save-discussions.server";
import { ResidentsTable } from "./residents-table";
import { TodayCounts, FacilitiesToday } from "./facilities-today";
import type {
  loadToday,
  ResidentGroup,
  TodayList,
  TodayView,
} from "./load-today.server";
import { FRAILTY_BANDS, FRAILTY_WORDS } from "~/domain/frailty";
import { SHOWN } from "./rules/list";
import { FilterForm } from "~/features/report-filters/filter-form";
import { ChoiceFilter } from "~/features/report-filters/choice-filter";
import { placePath } from "~/paths";

const NOTHING_WRONG: DiscussionAnswer = { error: "", typed: {} };

const AttentionRules = lazyComponent(
  () => import("./attention-rules"),
  (chunk) => chunk.AttentionRules,
);

/** Sends without leaving the page, also when a changed line loses focus: the next press may open another page. */
function useSending() {
  const form = useRef<HTMLFormElement>(null);
  const { submit, data } = useFetcher<DiscussionAnswer>();
  useEffect(() => {
    const { current } = form;
    const send = () => submit(current);
    current?.addEventListener("change", send);
    return () => current?.removeEventListener("change", send);
  }, [submit]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    submit((submitter as HTMLButtonElement | null) ?? event.currentTarget);
  };
  return { formProps: { ref: form, onSubmit }, data };
}

export function TodayScreen() {
  const { view, crumbs } = useLoaderData<typeof loadToday>();
  const answer = useActionData<DiscussionAnswer>() ?? null;
  return view.of === "facilities" ? (
    <FacilitiesToday view={view} crumbs={crumbs} />
  ) : (
    <ResidentsToday view={view} crumbs={crumbs} answer={answer} />
  );
}

function ResidentsToday({
  view,
  crumbs,
  ...form
}: {
  view: TodayView;
  crumbs: Crumb[];
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
      <ListStates list={view.list} href={view.href} empty={words.empty}>
        {(list) => <Residents view={view} list={list} {...form} />}
      </ListStates>
    </div>
  );
}

function Residents({
  view,
  list,
  answer: posted,
}: {
  view: TodayView;
  list: TodayList;
  answer: DiscussionAnswer | null;
}) {
  const { formProps, data } = useSending();
  const { error, typed } = data ?? posted ?? NOTHING_WRONG;
  const unsaved = Object.keys(typed);
  const toDiscuss = list.groups.filter(({ key }) => key !== "others");
  const others = list.groups.filter(({ key }) => key === "others");
  // A line may be of a resident who is not shown any more.
  const inField = toDiscuss
    .flatMap(({ rows }) => rows)
    .find(({ id }) => typed[id] !== undefined);
  return (
    <>
      <TodayCounts list={list} />
      {list.groups.length === 0 ? (
        <EmptyState message={words.emptyFiltered} />
      ) : null}
      {toDiscuss.length === 0 ? null : (
        <PageForm
          {...formProps}
          method="post"
          action={view.href}
          className="residents grid min-w-0 grid-cols-1 gap-4"
        >
          <UnsentLine unsent={view.unsent} />
          <ErrorSummary
            errors={
              error
                ? [
                    {
                      text: error,
                      ...(inField && { fieldId: `line-${inField.id}` }),
                    },
                  ]
                : []
            }
            // An earlier answer about the same lines takes no focus from the next row.
            attempt={unsaved.join()}
          />
          {toDiscuss.map((group, at) => (
            <Group
              key={group.key}
              view={view}
              group={group}
              typed={typed}
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
          <Group view={view} group={group} typed={NOTHING_WRONG.typed} />
        </div>
      ))}
      <StaticPart id="attention-rules" version="" fallback={null}>
        <AttentionRules />
      </StaticPart>
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
  const discussed = group.rows.filter((row) => row.discussed !== null).length;
  return (
    <Card
      headingId={`${group.key}-heading`}
      heading={words.groups[group.key]}
      aside={
        <span className="text-sm text-muted">
          {group.key === "others"
            ? group.count
            : words.discuss.progress(discussed, group.count)}
        </span>
      }
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

const { filters: filterWords, shown } = todayWords;

function TodayFilters({ view }: { view: TodayView }) {
  const { level, id, filters, sort, units, physicians, facilities } = view;
  const nameOf = (choices: TodayView["physicians"], key: string) =>
    choices.find((one) => one.key === key)?.name ?? filterWords.nobody;
  return (
    <FilterForm
      action={placePath("today", level, id)}
      className="filter-fields"
      inForce={[view.narrowedTo || filterWords.everybody]}
      hidden={{ sort: sort?.column, dir: sort?.direction }}
      clearHref={view.isFiltered ? view.clearHref : null}
      submit={filterWords.apply}
    >
      {() => (
        <>
          <ChoiceFilter
            id="show"
            label={filterWords.show}
            chosen={filters.show}
            any={filterWords.everybody}
            choices={SHOWN}
            textOf={(one) => shown[one]}
          />
          <ChoiceFilter
            id="frailty"
            label={filterWords.frailty}
            chosen={filters.frailty === "all" ? null : filters.frailty}
            any={filterWords.any}
            choices={FRAILTY_BANDS}
            textOf={(one) => FRAILTY_WORDS[one]}
          />
          {units.length === 0 ? null : (
            <ChoiceFilter
              id="unit"
              label={filterWords.unit}
              chosen={filters.unit}
              any={filterWords.any}
              choices={units}
              textOf={(one) => one}
            />
          )}
          {level === "physician" ? (
            <ChoiceFilter
              id="facility-id"
              label={filterWords.facility}
              chosen={filters.facility}
              any={filterWords.any}
              choices={facilities.map(({ key }) => key)}
              textOf={(one) => nameOf(facilities, one)}
            />
          ) : (
            <ChoiceFilter
              id="physician"
              label={filterWords.physician}
              chosen={filters.physician}
              any={filterWords.any}
              choices={physicians.map(({ key }) => key)}
              textOf={(one) => nameOf(physicians, one)}
            />
          )}
        </>
      )}
    </FilterForm>
  );
}
