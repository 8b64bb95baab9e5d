import { useLoaderData } from "@remix-run/react";
import { PlaceFilterForm } from "~/features/report-filters/place-filter-form";
import { TEXT_LINK } from "~/ui/link-classes";
import { ListStates } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import { ALL_LINK_ID, LIST_HEADING_ID } from "./address";
import {
  GroupingCard,
  NumberLink,
  SinceAdmissionCard,
  TimeCard,
} from "./time-cards";
import type { loadTransfers, TransferList } from "./load.server";
import type { Patterns } from "./patterns.server";
import { transferWords as words, GROUPING_TITLES, SHIFT_NAMES } from "./words";
import { messages } from "~/domain/messages";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/states";
import { OlderPagesNav } from "~/ui/older-pages";
import { ResidentName } from "~/ui/resident-name";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import { Pager } from "~/ui/pager";
import { COMPARED } from "./rules";

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

type TransferCells = TransferList["rows"][number];

const TABLE_ID = "transfers";

function ListCard({ list }: { list: TransferList }) {
  return (
    <Card
      headingId={LIST_HEADING_ID}
      heading={list.heading}
      aside={<span className="text-sm text-muted">{list.shown}</span>}
      actions={
        <LinkButton to={list.closeHref} variant="quiet">
          {words.close}
        </LinkButton>
      }
    >
      {list.message === null ? (
        <DataTable<TransferCells>
          id={TABLE_ID}
          page={list.href}
          title={list.heading}
          columns={[
            {
              key: "resident",
              label: words.list.resident,
              cell: ({ resident }) => <ResidentName resident={resident} />,
            },
            ...list.columns.map((column) => ({
              ...column,
              cell: ({ cells }: TransferCells) => cells[column.key],
            })),
            REVIEW_COLUMN,
          ]}
          rows={list.rows}
          rowKey={({ key }) => key}
          blocksBelow="1024px"
        />
      ) : (
        <EmptyState message={list.message} isBrief />
      )}
      <OlderPagesNav
        tableId={TABLE_ID}
        label={words.pages}
        older={words.next}
        newest={words.newest}
        pages={list}
      />
    </Card>
  );
}

const REVIEW_COLUMN: TableColumn<TransferCells> = {
  key: "review",
  label: words.review,
  cell: ({ cells, resident, reviewHref, reviewText }) =>
    reviewHref === null ? (
      messages.none
    ) : (
      <PageLink
        to={reviewHref}
        aria-label={`${words.review}: ${[reviewText, resident.name, cells["date"]].join(", ")}`}
        className="action-link"
      >
        {reviewText}
      </PageLink>
    ),
};

type Facilities = NonNullable<Patterns["facilities"]>;
type Row = Facilities["rows"][number];

const FACILITIES_ID = "by-facility";

function FacilitiesCard({
  facilities: { rows, page, pages, hrefs, hasUnknownShift, smallNote },
}: {
  facilities: Facilities;
}) {
  return (
    <Card headingId="facilities-heading" heading={words.facilities}>
      <p className="mb-3 text-sm text-muted">
        {words.largest} {smallNote}
      </p>
      <DataTable
        id={FACILITIES_ID}
        page={page}
        title={words.facilities}
        columns={COLUMNS.filter(
          ({ key }) => hasUnknownShift || key !== words.notKnown,
        )}
        rows={rows}
        rowKey={({ id }) => id}
        blocksBelow="1024px"
      />
      <Pager
        label={words.facilityPages}
        page={page}
        pages={pages}
        hrefOf={(one) => `${hrefs[one - 1]}#${FACILITIES_ID}`}
      />
    </Card>
  );
}

const COLUMNS: TableColumn<Row>[] = [
  {
    key: "facility",
    label: words.facility,
    cell: ({ name, href }) => (
      <PageLink to={href} className={TEXT_LINK}>
        {name}
      </PageLink>
    ),
  },
  {
    key: "all",
    label: words.columns.transfers,
    numeric: true,
    cell: ({ all }) => numberOf(all),
  },
  {
    key: "rate",
    label: words.rate,
    numeric: true,
    cell: ({ rate }) => rate,
  },
  ...[...SHIFT_NAMES, words.notKnown].map((label, at): TableColumn<Row> => ({
    key: label,
    label,
    numeric: true,
    cell: ({ shifts }) => numberOf(shifts[at]),
  })),
  ...[...COMPARED, "cause" as const].map((by, at): TableColumn<Row> => ({
    key: by,
    label: GROUPING_TITLES[by],
    cell: ({ most }) => {
      const group = most[at];
      if (!group) return words.nothing;
      return (
        <>
          {group.label} {numberOf(group)}
        </>
      );
    },
  })),
];

function numberOf(number: Row["shifts"][number] | undefined) {
  return number ? (
    <NumberLink number={number} place="justify-end" />
  ) : (
    words.nothing
  );
}
