import { lazyComponent } from "~/rendering/lazy-component";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Chip } from "~/ui/chip";
import { CELL_LINK, TEXT_LINK } from "~/ui/link-classes";
import { ListStates } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import { Pager } from "~/ui/pager";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import { ViewLinks } from "~/features/report-filters/view-links";
import { noticesPath } from "~/transfer-notice-paths";
import type { FacilityView, NoticesView, PlacesView } from "./load-list.server";
import { NOTICE_PARTS } from "./rules";
import type { SendAnswer } from "./save.server";
import { noticeWords as words } from "./words";

const SendQuestion = lazyComponent(
  () => import("./send-question"),
  (chunk) => chunk.SendQuestion,
  "send-question",
);

type Row = Extract<FacilityView["list"], { state: "data" }>["rows"][number];
type Place = Extract<PlacesView["list"], { state: "data" }>["rows"][number];

export function NoticesScreen({
  view,
  answer,
}: {
  view: NoticesView;
  answer: SendAnswer | null;
}) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={view.crumbs} title={words.title} name={view.name}>
        <p className="max-w-prose text-sm text-muted">{words.about}</p>
      </PageHead>
      {view.of === "facility" ? (
        <>
          {view.send?.isOpen ? (
            <SendQuestion
              send={view.send}
              words={words.send}
              closeHref={view.href}
              answer={answer}
            />
          ) : null}
          <FacilityNotices view={view} />
        </>
      ) : (
        <Places view={view} />
      )}
    </div>
  );
}

function FacilityNotices({ view }: { view: FacilityView }) {
  const { heading, href, isDue, send, left } = view;
  const empty = isDue ? words.noneDue : words.none;
  return (
    <>
      <ViewLinks label={words.lists} views={view.views} />
      <Card
        headingId="notices-heading"
        heading={heading}
        aside={<span className="text-sm text-muted">{view.summary}</span>}
        actions={
          send ? (
            <LinkButton id="send-list" to={send.href} preventScrollReset>
              {words.send.open}
            </LinkButton>
          ) : null
        }
      >
        <ListStates
          list={view.list}
          pages={{ href, newestHref: null }}
          words={{ empty, emptyOlder: empty, newest: empty }}
        >
          {({ rows }) => (
            <DataTable
              id="notices"
              page={href}
              title={heading}
              paperHead={[view.name, words.title, heading]
                .filter(Boolean)
                .join(", ")}
              columns={COLUMNS}
              rows={rows}
              rowKey={(row) => row.id}
              blocksBelow="1024px"
            />
          )}
        </ListStates>
      </Card>
      {left.length > 0 ? (
        <Card headingId="left-heading" heading={words.left}>
          <ul className="text-sm">
            {left.map((one) => (
              <li key={one.href}>
                <PageLink to={one.href} className={TEXT_LINK}>
                  {one.text}
                </PageLink>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}

const { columns: heads } = words;

const COLUMNS: TableColumn<Row>[] = [
  {
    key: "resident",
    label: heads.resident,
    cell: ({ href, name, mrn, day }) => (
      <>
        <PageLink
          to={href}
          className={TEXT_LINK}
          // A resident may have several transfers.
          aria-label={`${name}, ${heads.day} ${day}`}
        >
          {name}
        </PageLink>{" "}
        <span className="block font-normal text-muted">{mrn}</span>
      </>
    ),
  },
  {
    key: "day",
    label: heads.day,
    cell: ({ day, kind }) => (
      <>
        {day} <span className="block text-muted">{kind}</span>
      </>
    ),
  },
  {
    key: "hospital",
    label: heads.hospital,
    cell: ({ hospital, reason }) => (
      <>
        {hospital} <span className="block text-muted">{reason}</span>
      </>
    ),
  },
  ...NOTICE_PARTS.map((part): TableColumn<Row> => ({
    key: part,
    label: words.parts[part],
    cell: ({ parts: { [part]: one }, given }) => (
      <>
        {one.text}
        {one.isMissing ? (
          <Chip tone="warn">
            <span aria-hidden="true">◆ </span>
            {words.missing}
          </Chip>
        ) : null}
        {one.text === "" && !one.isMissing ? (
          <span className="text-muted">{one.by}</span>
        ) : null}{" "}
        {part === "notice_on" && given !== "" ? (
          <span className="block text-muted">{given}</span>
        ) : null}
      </>
    ),
  })),
];

function Places({ view }: { view: PlacesView }) {
  const { place, href } = view;
  const empty = words.noPlaces;
  return (
    <ListStates
      list={view.list}
      pages={{ href, newestHref: null }}
      words={{ empty, emptyOlder: empty, newest: empty }}
    >
      {({ rows }) => (
        <Card headingId="places-heading" heading={words.places}>
          <DataTable
            id="places"
            page={view.page}
            title={words.places}
            columns={PLACE_COLUMNS}
            rows={rows}
            rowKey={(row) => row.id}
          />
          <Pager
            label={words.pages}
            page={view.page}
            pages={view.pages}
            hrefOf={(one) =>
              noticesPath(place.level, place.id, {
                page: one > 1 ? one : undefined,
              })
            }
          />
        </Card>
      )}
    </ListStates>
  );
}

const PLACE_COLUMNS: TableColumn<Place>[] = [
  {
    key: "facility",
    label: heads.facility,
    cell: ({ href, name }) => (
      <PageLink to={href} className={CELL_LINK}>
        {name}
      </PageLink>
    ),
  },
  {
    key: "due",
    label: words.placeDue,
    numeric: true,
    cell: ({ due, dueHref }) =>
      dueHref === null ? (
        <span className="text-muted">{due}</span>
      ) : (
        <PageLink to={dueHref} className={TEXT_LINK}>
          {due}
        </PageLink>
      ),
  },
];
