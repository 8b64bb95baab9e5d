import { Fragment, type ReactNode } from "react";
import { useHydrated } from "~/rendering/hydration";
import type { Crumb } from "~/ui/breadcrumbs";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/states";
import { ListStates, type ListState } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import { Question } from "~/ui/question";
import type { QuestionView } from "~/ui/question-view";
import { TextTable } from "~/ui/text-table";

type SettingRow<Key extends string> = Record<Key, string | null> & {
  id: number;
  version: number;
  /** Null if the viewer may not change it here. */
  hrefs: { edit?: string; end: string } | null;
};

interface Table<Key extends string, Row> {
  id: string;
  title: string;
  none: string;
  rows: readonly Row[];
  /** The first one names a row. */
  keys: readonly [Key, ...Key[]];
  words: {
    columns: Readonly<Record<Key, string>>;
    actions: string;
    edit?: string;
    end: string;
    /** Anchor of the question, where the page without scripts lands. */
    endId: string;
  };
}

export function SettingsScreen<
  Key extends string,
  Row extends SettingRow<Key>,
  List extends {
    rows: Row[];
    ended: Row[];
    mayWrite: boolean;
    toEnd: QuestionView | null;
  },
>({
  view,
  choices,
  afterTable,
  form,
  ...of
}: Omit<Table<Key, Row>, "rows" | "title"> & {
  words: Record<"title" | "about" | "inForce", string> &
    Record<"endedList" | "noneEnded" | "mayNotWrite", string>;
  view: {
    crumbs: Crumb[];
    name: string | null;
    href: string;
    list: ListState<{ data: List }>;
  };
  choices?: ReactNode;
  afterTable?: (list: List) => ReactNode;
  form: (list: List) => ReactNode;
}) {
  const { words } = of;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={view.crumbs} title={words.title} name={view.name}>
        <p className="max-w-prose text-sm text-muted">{words.about}</p>
      </PageHead>
      <ListStates list={view.list} href={view.href} empty={of.none}>
        {({ data }) => (
          <>
            {data.toEnd ? <Question {...data.toEnd} /> : null}
            {choices}
            <Card headingId="in-force" heading={words.inForce}>
              <SettingsTable {...of} title={words.inForce} rows={data.rows} />
              {afterTable?.(data)}
            </Card>
            {data.mayWrite ? (
              // What was set leaves the fields empty.
              <Fragment key={data.rows.length + data.ended.length}>
                {form(data)}
              </Fragment>
            ) : (
              <p className="text-sm text-muted">{words.mayNotWrite}</p>
            )}
            <Card headingId="ended" heading={words.endedList}>
              <SettingsTable
                {...of}
                id={`ended-${of.id}`}
                title={words.endedList}
                none={words.noneEnded}
                rows={data.ended}
              />
            </Card>
          </>
        )}
      </ListStates>
    </div>
  );
}

function SettingsTable<Key extends string, Row extends SettingRow<Key>>({
  none,
  words,
  ...table
}: Table<Key, Row>) {
  const isHydrated = useHydrated();
  if (table.rows.length === 0)
    return none && <EmptyState message={none} isBrief />;
  const linkTo = (word: string, row: Row) => ({
    className: "row-action",
    "aria-label": `${word}: ${row[table.keys[0]]}`,
    children: word,
  });
  const actionsOf = (row: Row) =>
    row.hrefs && (
      <div className="row-actions">
        {words.edit && row.hrefs.edit ? (
          <PageLink {...linkTo(words.edit, row)} to={row.hrefs.edit} />
        ) : null}{" "}
        <PageLink
          {...linkTo(words.end, row)}
          id={endLinkId(words.endId, row.id)}
          to={row.hrefs.end + (isHydrated ? "" : `#${words.endId}`)}
          preventScrollReset
        />
      </div>
    );
  return <TextTable {...words} {...table} actionsOf={actionsOf} />;
}

export function endLinkId(endId: string, id: number): string {
  return `${endId}-${id}`;
}
