import { PageLink } from "~/ui/page-link";
import { auditWords } from "~/domain/audit/audit-words";
import { messages } from "~/domain/messages";
import { paths } from "~/paths";
import { LinkButton, buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { OlderPagesNav } from "~/ui/older-pages";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import type { AuditRow, AuditView, NamedUser } from "./audit-view";

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
  const { list, href, newestHref, isFiltered, paperHead } = view;
  switch (list.state) {
    case "missing":
      return <EmptyState message={auditWords.missing} />;
    case "error":
      return <ErrorState message={list.message} retryHref={href} />;
    case "empty":
      return (
        <EmptyState
          message={newestHref ? auditWords.emptyOlder : auditWords.empty}
        >
          {newestHref ? (
            <LinkButton to={newestHref} preventScrollReset>
              {auditWords.newest}
            </LinkButton>
          ) : isFiltered ? (
            <LinkButton to={paths.auditTrail} preventScrollReset>
              {messages.panel.clearFilters}
            </LinkButton>
          ) : null}
        </EmptyState>
      );
    case "data":
      return (
        <>
          <DataTable
            id={TABLE_ID}
            page={href}
            title={auditWords.heading}
            paperHead={paperHead}
            columns={COLUMNS}
            rows={list.rows}
            rowKey={({ id }) => id}
            blocksBelow="640px"
          />
          <OlderPagesNav
            tableId={TABLE_ID}
            label="Pages of events"
            older={auditWords.older}
            newest={auditWords.newest}
            pages={view}
          />
        </>
      );
  }
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
    <span
      className={isLong ? "block sm:min-w-[13rem]" : "block sm:min-w-[8rem]"}
    >
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
