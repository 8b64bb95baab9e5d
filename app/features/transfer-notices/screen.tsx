import type { SerializeFrom } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Card } from "~/ui/card";
import { Chip } from "~/ui/chip";
import { EntryForm, type EntryField } from "~/ui/entry-form";
import { FactList } from "~/ui/fact-list";
import { TEXT_LINK } from "~/ui/link-classes";
import { ListStates } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import { EmptyState } from "~/ui/states";
import { TextTable } from "~/ui/text-table";
import { LONGEST_NOTE } from "~/features/chart-events/rules/note-words";
import { ViewLinks } from "~/features/report-filters/view-links";
import type { loadNotice, loadNotices, NoticeAnswer } from "./pages.server";
import { NOTICE_FIELDS, RECIPIENTS, type NoticeField } from "./rules";
import { noticeWords as words } from "./words";

type View = SerializeFrom<typeof loadNotices>["view"];
type List = Extract<View["list"], { state: "data" }>["data"];

export function NoticesScreen() {
  const { view } = useLoaderData<typeof loadNotices>();
  const answer = useActionData<NoticeAnswer>() ?? null;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={view.crumbs} title={words.title} name={view.name}>
        <p className="max-w-prose text-sm text-muted">{words.about}</p>
      </PageHead>
      <ListStates list={view.list} href={view.href} empty="">
        {({ data }) => (
          <>
            <ViewLinks label={words.lists} views={data.views} />
            <Card headingId="notices-heading" heading={data.heading}>
              <Transfers {...data} of={view.name} />
            </Card>
            {data.sendPath === null ? null : (
              <Card
                headingId="send-heading"
                heading={words.send.title}
                className="print:hidden"
              >
                <EntryForm
                  action={data.sendPath}
                  aria-labelledby="send-heading"
                  before={<p>{words.send.ask}</p>}
                  {...{ answer, unsent: view.unsent }}
                  fields={[
                    {
                      ...{
                        name: "ombudsman_on",
                        label: words.fields.ombudsman_on,
                      },
                      ...{ type: "date", max: view.today },
                    },
                  ]}
                  entries={
                    answer?.entries ??
                    view.entries ?? { ombudsman_on: view.today }
                  }
                  submit={words.send.save}
                />
              </Card>
            )}
          </>
        )}
      </ListStates>
    </div>
  );
}

const COLUMNS = Object.keys(words.columns) as (keyof typeof words.columns)[];

function Transfers({ rows, heading, empty, of }: List & { of: string | null }) {
  if (rows.length === 0) return <EmptyState message={empty} isBrief />;
  const missing = (
    <Chip tone="warn">
      <span aria-hidden="true">◆ </span>
      {words.missing}
    </Chip>
  );
  return (
    <TextTable
      id="transfer-notices"
      title={heading}
      paperHead={[of, words.title, heading].filter(Boolean).join(", ")}
      columns={words.columns}
      keys={COLUMNS}
      rows={rows.map(({ href, name, mrn, day, hospital, ...row }) => ({
        ...{ id: row.id, day, hospital },
        resident: (
          <>
            <PageLink
              to={href}
              className={TEXT_LINK}
              // A resident may have several transfers.
              aria-label={`${name}, ${words.columns.day} ${day}`}
            >
              {name}
            </PageLink>{" "}
            <span className="block font-normal text-muted">{mrn}</span>
          </>
        ),
        notice_on: row.notice_on ?? missing,
        bed_hold_on: row.bed_hold_on ?? missing,
        ombudsman_on: row.ombudsman_on ?? missing,
      }))}
    />
  );
}

const KINDS: Partial<Record<NoticeField, Partial<EntryField>>> = {
  notice_to: {
    choices: Object.entries(RECIPIENTS).map(([value, label]) => ({
      value,
      label,
    })),
    choose: words.choose,
  },
  notice_by: { maxLength: LONGEST_NOTE },
};

export function NoticeScreen() {
  const { view } = useLoaderData<typeof loadNotice>();
  const answer = useActionData<NoticeAnswer>() ?? null;
  const { listHref, history } = view;
  const version = answer?.entries.version ?? view.entries.version;
  const fields = NOTICE_FIELDS.map((name) => ({
    ...{ name, label: words.fields[name] },
    ...(KINDS[name] ?? { type: "date", max: view.today }),
  }));
  return (
    <div className="mx-auto grid w-full min-w-0 max-w-prose grid-cols-1 gap-4">
      <PageHead
        crumbs={[
          { label: words.title, ...(listHref && { href: listHref }) },
          { label: words.one, current: true },
        ]}
        title={words.one}
        name={view.name}
      />
      <Card headingId="facts-heading" heading={words.columns.day}>
        <FactList facts={view.facts} />
      </Card>
      <Card headingId="form-heading" heading={words.heading}>
        {view.mayWrite ? (
          <EntryForm
            // Another version has other entries.
            key={version}
            action={view.path}
            aria-labelledby="form-heading"
            hidden={{ version }}
            {...{ answer, fields, unsent: view.unsent }}
            entries={answer?.entries ?? view.entries}
            submit={words.save}
          />
        ) : (
          <>
            <FactList facts={view.recorded} />
            <p className="mt-3 text-sm text-muted">{words.closed}</p>
          </>
        )}
      </Card>
      {history.length > 0 ? (
        <Card headingId="history-heading" heading={words.history}>
          <FactList facts={history} />
        </Card>
      ) : null}
    </div>
  );
}
