import { LONGEST_NOTE } from "~/features/chart-events/rules/note-words";
import { useHydrated } from "~/rendering/hydration";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ErrorSummary } from "~/ui/error-summary";
import { SelectField, TextField } from "~/ui/field";
import { ListStates } from "~/ui/list-states";
import { PageForm } from "~/ui/page-form";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import { Question } from "~/ui/question";
import { TextTable } from "~/ui/text-table";
import { UnsentLine } from "~/ui/unsent-line";
import type { loadTargets, TargetRow } from "./load.server";
import type { TargetEntries } from "./rules";
import type { TargetsAnswer } from "./save.server";
import { END_ID, endLinkId, targetWords as words } from "./page-words";

type View = Awaited<ReturnType<typeof loadTargets>>["view"];

interface Props {
  view: View;
  answer: TargetsAnswer | null;
}

export function TargetsScreen({ view, answer }: Props) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={view.crumbs} title={words.title} name={view.name}>
        <p className="max-w-prose text-sm text-muted">{words.about}</p>
      </PageHead>
      <ListStates
        list={view.targets}
        pages={{ href: view.action, newestHref: null }}
        words={{ empty: words.none, emptyOlder: words.none, newest: "" }}
      >
        {({ data: { rows, ended, noneSet, mayWrite, toEnd } }) => (
          <>
            {toEnd ? <Question {...toEnd} /> : null}
            <Card headingId="in-force" heading={words.inForce}>
              {rows.length > 0 ? (
                <TargetTable id="targets" title={words.inForce} rows={rows} />
              ) : null}
              {noneSet ? <p className="mt-2 text-sm">{noneSet}</p> : null}
            </Card>
            {mayWrite ? (
              // What was set leaves the fields empty.
              <TargetForm
                key={rows.length + ended.length}
                {...{ view, answer }}
              />
            ) : (
              <p className="text-sm text-muted">{words.mayNotWrite}</p>
            )}
            <Card headingId="ended" heading={words.endedList}>
              {ended.length > 0 ? (
                <TargetTable
                  id="ended-targets"
                  title={words.endedList}
                  rows={ended}
                />
              ) : (
                <EmptyState message={words.noneEnded} isBrief />
              )}
            </Card>
          </>
        )}
      </ListStates>
    </div>
  );
}

const COLUMNS = [
  ...(["measure", "target", "from", "reason"] as const),
  ...(["place", "written", "ended"] as const),
];

function TargetTable(table: { id: string; title: string; rows: TargetRow[] }) {
  return (
    <TextTable
      {...table}
      columns={words.columns}
      keys={COLUMNS}
      actions={words.end}
      actionsOf={({ id, endHref, measure }) =>
        endHref === null ? null : (
          <EndLink id={id} href={endHref} measure={measure} />
        )
      }
    />
  );
}

function EndLink({
  id,
  href,
  measure,
}: {
  id: number;
  href: string;
  measure: string;
}) {
  const isHydrated = useHydrated();
  return (
    <div className="row-actions">
      <PageLink
        className="row-action"
        id={endLinkId(id)}
        to={href + (isHydrated ? "" : `#${END_ID}`)}
        aria-label={`${words.end}: ${measure}`}
        preventScrollReset
      >
        {words.end}
      </PageLink>
    </div>
  );
}

function TargetForm({ view, answer }: Props) {
  const texts = words.form;
  const entries = answer?.entries ?? view.kept?.entries;
  // The page without scripts reloads, and should open at the form.
  const anchor = useHydrated() ? "" : "#set-target";
  const fieldOf = (name: keyof TargetEntries) => ({
    id: `target-${name}`,
    name,
    error: answer?.fieldErrors[name] ?? null,
    defaultValue: entries?.[name],
  });
  return (
    <Card
      headingId="set-target"
      heading={texts.heading}
      className="print:hidden"
    >
      <PageForm
        method="post"
        action={view.action + anchor}
        aria-labelledby="set-target"
        className="max-w-form space-y-3"
      >
        <UnsentLine unsent={view.kept?.unsent ?? null} />
        <ErrorSummary errors={answer?.errors ?? []} attempt={answer} />
        <SelectField {...fieldOf("measure")} label={texts.measure}>
          <option value="">{texts.choose}</option>
          {view.measures.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          {...fieldOf("value")}
          label={texts.value}
          hint={texts.valueHint}
          inputMode="decimal"
          maxLength={10}
          autoComplete="off"
        />
        <TextField
          {...fieldOf("from")}
          type="date"
          label={texts.from}
          defaultValue={entries?.from ?? view.today}
        />
        <TextField
          {...fieldOf("reason")}
          label={texts.reason}
          hint={texts.reasonHint}
          maxLength={LONGEST_NOTE}
          autoComplete="off"
        />
        <Button variant="primary">{texts.set}</Button>
      </PageForm>
    </Card>
  );
}
