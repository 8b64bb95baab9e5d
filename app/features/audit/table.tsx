import { PageLink } from "~/ui/page-link";
import { auditWords } from "./rules/words";
import { ClearLink } from "~/features/report-filters/filter-form";
import { paths } from "~/paths";
import { buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";
import { ListStates } from "~/ui/list-states";
import { OlderPagesNav } from "~/ui/older-pages";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import type { AuditRow, AuditView, NamedUser } from "./view";

const TABLE_ID = "events";
const { columns: labels } = auditWords;

/** The events, newest first, a page of them at once. */
export function AuditTable({ view }: { view: AuditView }) {
  const { list, fileHref } = view;
  return (
    <Card
      headingId="events-heading"
      heading={auditWords.heading}
      aside={
        <p aria-live="polite" className="text-sm text-muted">
          {list.state === "data" ? list.count : null}
        </p>
      }
      actions={
        list.state === "data" ? (
          <a
            href={fileHref}
            className={buttonClass("quiet", "max-w-full !whitespace-normal")}
          >
            {auditWords.download}
          </a>
        ) : null
      }
    >
      <Content view={view} />
    </Card>
  );
}

function Content({ view }: { view: AuditView }) {
  const { list, href, isFiltered, paperHead } = view;
  return (
    <ListStates
      list={list}
      pages={view}
      words={auditWords}
      wayOut={isFiltered ? <ClearLink to={paths.auditTrail} /> : null}
    >
      {({ rows }) => (
        <>
          <DataTable
            id={TABLE_ID}
            page={href}
            title={auditWords.heading}
            paperHead={paperHead}
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            blocksBelow="640px"
          />
          <OlderPagesNav
            tableId={TABLE_ID}
            label="Pages of entries"
            older={auditWords.older}
            newest={auditWords.newest}
            pages={view}
          />
        </>
      )}
    </ListStates>
  );
}

const COLUMNS: TableColumn<AuditRow>[] = [
  {
    key: "at",
    label: labels.at,
    cell: ({ at, day, time }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {day} <span className="block text-muted lg:inline">{time}</span>
      </time>
    ),
  },
  {
    key: "who",
    label: labels.who,
    cell: ({ who, nobody }) =>
      who ? <User user={who} /> : <span className="text-muted">{nobody}</span>,
  },
  {
    key: "what",
    label: labels.what,
    cell: ({ what }) => <Words>{what}</Words>,
  },
  {
    key: "target",
    label: labels.target,
    cell: ({ target }) => (target ? <User user={target} /> : null),
  },
  {
    key: "details",
    label: labels.details,
    cell: ({ details }) =>
      details === "" ? null : <Words isLong>{details}</Words>,
  },
  { key: "from", label: labels.from, cell: ({ address }) => address },
];

/** Where there is little room a line still has some words. */
function Words({
  isLong = false,
  children,
}: {
  isLong?: boolean;
  children: string;
}) {
  return (
    <span className={isLong ? "block sm:min-w-[13rem]" : "block sm:min-w-32"}>
      {children}
    </span>
  );
}

function User({ user: { username, href } }: { user: NamedUser }) {
  return (
    <PageLink
      to={href}
      preventScrollReset
      className="cell-link inline-flex min-h-6 items-center touch:min-h-10"
      aria-label={`Events of ${username}`}
    >
      {username}
    </PageLink>
  );
}
