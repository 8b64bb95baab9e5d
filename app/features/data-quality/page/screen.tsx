import { useLoaderData } from "@remix-run/react";
import { censusWords as words } from "../rules/census-words";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { PagedList } from "~/ui/paged-list";
import { OlderPagesNav } from "~/ui/older-pages";
import { TEXT_LINK, CELL_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";
import type {
  loadCensus,
  CensusView,
  Unplaced,
  FacilityRow,
} from "./load-census.server";
import { paths, withQuery } from "~/paths";
import { Chip } from "~/ui/chip";
import { DataTable } from "~/ui/table";
import { columnsOf, type TableColumn } from "~/ui/table-body";
import { EmptyState } from "~/ui/states";
import { LIST_HEADING_ID } from "./census-address";

const TABLE_ID = "facilities";

export function CensusScreen() {
  const { view, crumbs } = useLoaderData<typeof loadCensus>();
  const { facilities, list } = view;
  const shown =
    facilities.state === "data"
      ? facilities.rows.find(({ findings }) =>
          findings.some(({ isShown }) => isShown),
        )
      : undefined;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <div>
        <Breadcrumbs crumbs={crumbs} />
        <h1 className="text-2xl font-semibold">{words.title}</h1>
        <p className="mt-1 max-w-prose text-sm text-muted">{words.about}</p>
      </div>
      {list ? <FindingCard list={list} facility={shown?.name ?? null} /> : null}
      <Card
        headingId="facilities-heading"
        heading={words.facilities}
        actions={
          view.allHref === null ? null : (
            <LinkButton to={view.allHref} variant="quiet">
              {words.all}
            </LinkButton>
          )
        }
      >
        <Facilities view={view} />
      </Card>
    </div>
  );
}

function Facilities({ view }: { view: CensusView }) {
  const { facilities } = view;
  return (
    <PagedList
      list={facilities}
      pages={view}
      words={words}
      above={
        <>
          <UnplacedMessages
            unplaced={facilities.state === "data" ? facilities.unplaced : null}
          />
          {view.knowsBeds ? null : (
            <p className="-mt-2 mb-3 text-sm text-muted">{words.noBeds}</p>
          )}
        </>
      }
      id={TABLE_ID}
      page={view.page}
      title={words.facilities}
      columns={view.knowsBeds ? COLUMNS : WITHOUT_BEDS}
      rowKey={({ id: facility }) => facility}
      blocksBelow="1024px"
      sort={view.sort}
      sortHref={(column, dir) =>
        withQuery(paths.census, { ...view.query, sort: column, dir })
      }
    />
  );
}

function UnplacedMessages({ unplaced }: { unplaced: Unplaced }) {
  if (unplaced === null) return null;
  const { text, href } = unplaced;
  return (
    <p className="-mt-2 mb-3 text-sm text-muted">
      {href === null ? (
        text
      ) : (
        <PageLink to={href} className={TEXT_LINK}>
          {text}
        </PageLink>
      )}
    </p>
  );
}

type FindingList = NonNullable<CensusView["list"]>;

const DETAILS = new Map<string, string>(Object.entries(words.details));

const COLUMNS = columnsOf<keyof typeof words.columns, FacilityRow>(
  words.columns,
  {
    facility: (row) => <Facility row={row} />,
    message: ({ feed }) =>
      feed ? <Moment moment={feed.message} /> : words.noFeed,
    // The first cell says that there is no feed.
    movement: ({ feed }) => (feed ? <Moment moment={feed.movement} /> : null),
    movements: ({ feed }) => feed?.movements,
    residents: ({ residents }) => residents,
    doubt: ({ doubt }) => doubt,
    findings: ({ name, findings }) =>
      findings.length === 0 ? (
        words.nothing
      ) : (
        <ul>
          {findings.map(({ key, id, text, href, isShown }) => (
            <li key={key}>
              {href === null ? (
                text
              ) : (
                <PageLink
                  id={id}
                  to={href}
                  className={`${CELL_LINK} underline`}
                  // Those of other facilities have the same words.
                  aria-label={`${text}, ${name}`}
                  aria-current={isShown ? "true" : undefined}
                >
                  {text}
                </PageLink>
              )}
            </li>
          ))}
        </ul>
      ),
  },
).map((column): TableColumn<FacilityRow> => {
  const detail = DETAILS.get(column.key);
  const number = detail === undefined ? {} : { detail, numeric: true };
  return { ...column, ...number, sortable: true };
});

const WITHOUT_BEDS = COLUMNS.map((column) =>
  column.key === "residents"
    ? { ...column, detail: words.details.residentsAlone }
    : column,
);

function Facility({ row: { name, href, marks } }: { row: FacilityRow }) {
  return (
    <>
      <PageLink to={href} className={CELL_LINK}>
        {name}
      </PageLink>
      {marks.map(({ word, text }) => (
        <span key={word} className="block text-sm font-normal text-muted">
          <Chip tone="warn">{word}</Chip> {text}
        </span>
      ))}
    </>
  );
}

function Moment({ moment }: { moment: { iso: string; text: string } | null }) {
  if (!moment) return words.none;
  return <time dateTime={moment.iso}>{moment.text}</time>;
}

const FINDINGS_ID = "findings";

function FindingCard({
  list,
  facility,
}: {
  list: FindingList;
  facility: string | null;
}) {
  const { heading, todo, wayOut, columns, rows, message, closeHref } = list;
  return (
    <Card
      headingId={LIST_HEADING_ID}
      heading={facility === null ? heading : `${heading}: ${facility}`}
      actions={
        <LinkButton to={closeHref} variant="quiet">
          {words.close}
        </LinkButton>
      }
    >
      <p className="mb-3 max-w-prose text-sm">
        {todo}{" "}
        {wayOut ? (
          <PageLink to={wayOut.href} className="action-link">
            {wayOut.text}
          </PageLink>
        ) : null}
      </p>
      {message === null ? (
        <DataTable
          id={FINDINGS_ID}
          page={list.href}
          title={heading}
          columns={columns.map((column) => ({
            ...column,
            cell: ({ cells, href }: FindingList["rows"][number]) =>
              column.key === "name" && href !== null ? (
                <PageLink to={href} className={CELL_LINK}>
                  {cells.name}
                </PageLink>
              ) : (
                cells[column.key]
              ),
          }))}
          rows={rows.map((row, index) => ({ ...row, key: String(index) }))}
          rowKey={({ key }) => key}
          blocksBelow="640px"
        />
      ) : (
        <EmptyState message={message} isBrief />
      )}
      <OlderPagesNav
        tableId={FINDINGS_ID}
        label={words.listPages}
        older={words.nextRows}
        newest={words.firstRows}
        pages={list}
      />
    </Card>
  );
}
