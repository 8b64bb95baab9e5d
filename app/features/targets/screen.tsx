import { LONGEST_NOTE } from "~/features/chart-events/rules/note-words";
import { useHydrated } from "~/rendering/hydration";
import { lazyComponent } from "~/rendering/lazy-component";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CsrfField } from "~/ui/csrf-field";
import { EmptyState } from "~/ui/empty-state";
import { ErrorSummary } from "~/ui/error-summary";
import { SelectField, TextField } from "~/ui/field";
import { ListStates } from "~/ui/list-states";
import { PageForm } from "~/ui/page-form";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import { DataTable } from "~/ui/table";
import { UnsentLine } from "~/ui/unsent-line";
import type { TargetsAnswer } from "./entries";
import type { loadTargets, TargetRow } from "./load.server";
import type { TargetEntries } from "./rules";
import { targetWords as words } from "./words";

type View = Awaited<ReturnType<typeof loadTargets>>["view"];

interface Props {
  view: View;
  answer: TargetsAnswer | null;
  csrfToken: string | null;
}

const END_ID = "end-target";

const EndDialog = lazyComponent(
  () => import("~/ui/end-dialog"),
  (chunk) => chunk.EndDialog,
  END_ID,
);

const endLinkId = (id: number) => `${END_ID}-${id}`;

/** The targets of a place, and the form that sets one (R564). */
export function TargetsScreen({ view, ...form }: Props) {
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
        {({ rows, ended, noneSet, mayWrite, toEnd }) => (
          <>
            {toEnd ? <Question view={view} row={toEnd} {...form} /> : null}
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
                view={view}
                {...form}
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

function Question({
  view,
  row: { id, version, ...row },
  csrfToken,
}: Omit<Props, "answer"> & { row: TargetRow }) {
  const { columns } = words;
  return (
    <EndDialog
      id={END_ID}
      {...words.question}
      changes={words.changes}
      facts={[
        { label: columns.measure, value: row.measure },
        { label: columns.target, value: row.target },
        { label: columns.from, value: row.from },
        { label: columns.reason, value: row.reason },
        { label: columns.written, value: row.written },
      ]}
      action={view.action}
      fields={{ target_id: id, version }}
      closeHref={view.action}
      returnFocusTo={endLinkId(id)}
      csrfToken={csrfToken}
    />
  );
}

type Column = keyof typeof words.columns;

function TargetTable({
  id,
  title,
  rows,
}: {
  id: string;
  title: string;
  rows: readonly TargetRow[];
}) {
  const named: readonly Column[] = [
    "measure",
    "target",
    "from",
    "reason",
    ...(rows.some(({ place }) => place !== null) ? (["place"] as const) : []),
    "written",
    ...(rows.some(({ ended }) => ended !== null) ? (["ended"] as const) : []),
  ];
  const hasActions = rows.some(({ endHref }) => endHref !== null);
  return (
    <DataTable
      id={id}
      title={title}
      rows={rows}
      rowKey={(row) => row.id}
      blocksBelow="1024px"
      columns={[
        ...named.map((key) => ({
          key,
          label: words.columns[key],
          cell: (row: TargetRow) => row[key],
        })),
        ...(hasActions
          ? [
              {
                key: "actions",
                label: <span className="sr-only">{words.end}</span>,
                labelText: words.end,
                unlabelled: true,
                cell: (row: TargetRow) => <EndLink row={row} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function EndLink({ row: { id, endHref, measure } }: { row: TargetRow }) {
  const isHydrated = useHydrated();
  return endHref === null ? null : (
    <div className="row-actions">
      <PageLink
        className="row-action"
        id={endLinkId(id)}
        to={endHref + (isHydrated ? "" : `#${END_ID}`)}
        aria-label={`${words.end}: ${measure}`}
        preventScrollReset
      >
        {words.end}
      </PageLink>
    </div>
  );
}

function TargetForm({ view, answer, csrfToken }: Props) {
  const texts = words.form;
  const entries = answer?.entries ?? view.kept?.entries;
  // Without scripts the page comes again, and lands where the form is.
  const anchor = useHydrated() ? "" : "#set-target";
  const fieldOf = (name: keyof TargetEntries) => ({
    id: `target-${name}`,
    name,
    error: answer?.errors.find(({ field }) => field === name)?.text ?? null,
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
        <CsrfField token={csrfToken} />
        <UnsentLine told={view.kept?.told ?? null} />
        <ErrorSummary
          errors={(answer?.errors ?? []).map(({ text, field }) => ({
            text,
            ...(field && { fieldId: `target-${field}` }),
          }))}
          attempt={answer}
        />
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
