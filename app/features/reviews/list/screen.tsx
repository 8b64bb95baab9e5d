import { useLoaderData, useLocation } from "@remix-run/react";
import { reviewWords } from "../rules/words";
import { reviewListWords as words } from "./words";
import { ViewLinks } from "~/features/report-filters/view-links";
import { PageHead } from "~/ui/page-head";
import { LinkButton, Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { TEXT_LINK, CELL_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";
import { PagedList } from "~/ui/paged-list";
import type {
  loadReviews,
  ReviewsView,
  TransferRow,
} from "./load-reviews.server";
import { PageForm } from "~/ui/page-form";
import { FORM, MARK_DONE } from "../form-values";
import { Chip } from "~/ui/chip";
import { DataTable } from "~/ui/table";
import { columnsOf, type TableColumn } from "~/ui/table-body";

export function ReviewsScreen() {
  const { view, crumbs } = useLoaderData<typeof loadReviews>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={crumbs} title={reviewWords.title} name={view.placeName}>
        <p className="max-w-prose text-sm text-muted">{words.about}</p>
        {view.causesHref === null ? null : (
          <>
            <PageLink to={view.causesHref} className={TEXT_LINK}>
              {words.causesLink}
            </PageLink>{" "}
          </>
        )}
        {view.notices === null ? null : (
          <PageLink to={view.notices.href} className={TEXT_LINK}>
            {view.notices.text}
          </PageLink>
        )}
      </PageHead>
      {/* The words say how many there are. */}
      <ViewLinks label={words.listNav} views={view.lists} />
      <Card
        headingId="transfers-heading"
        heading={view.heading}
        aside={<span className="text-sm text-muted">{view.shown}</span>}
        actions={
          view.allHref === null ? null : (
            <LinkButton
              to={view.allHref}
              variant="quiet"
              className="max-w-full !whitespace-normal"
            >
              {words.allPlaces}
            </LinkButton>
          )
        }
      >
        <Transfers view={view} />
      </Card>
      {view.places.length > 1 ? (
        <Card headingId="places-heading" heading={words.byPlace}>
          <DataTable
            id={PLACES_ID}
            title={words.byPlace}
            rows={view.places}
            rowKey={({ id }) => id}
            columns={PLACE_COLUMNS}
          />
        </Card>
      ) : null}
    </div>
  );
}

function Transfers({ view }: { view: ReviewsView }) {
  return (
    <>
      {view.summary === null ? null : (
        <p className="-mt-2 mb-3 text-sm text-muted">
          {view.summary}{" "}
          {view.places.length > 1 ? (
            <a href={`#${PLACES_ID}`} className={`${TEXT_LINK} print:hidden`}>
              {words.byPlace}
            </a>
          ) : null}
        </p>
      )}
      <PagedList
        list={view.transfers}
        pages={view}
        words={words}
        id="transfers"
        title={view.heading}
        columns={TRANSFER_COLUMNS.filter(
          ({ key }) => key !== "facility" || !view.isOfFacility,
        )}
        rowKey={(row) => row.id}
        blocksBelow="1024px"
      />
    </>
  );
}

const PLACES_ID = "places";

const PLACE_COLUMNS: TableColumn<ReviewsView["places"][number]>[] = [
  {
    key: "facility",
    label: words.columns.facility,
    cell: ({ href, name }) => (
      <PageLink to={href} className={CELL_LINK}>
        {name}
      </PageLink>
    ),
  },
  {
    key: "reviewed",
    label: words.placeColumns.reviewed,
    numeric: true,
    cell: ({ reviewed }) => reviewed,
  },
  {
    key: "overdue",
    label: words.placeColumns.overdue,
    numeric: true,
    cell: ({ name, overdue, overdueHref }) =>
      overdueHref === null ? (
        <span className="text-muted">{overdue}</span>
      ) : (
        <PageLink
          to={overdueHref}
          className={TEXT_LINK}
          aria-label={`${overdue} ${words.placeColumns.overdue}, ${name}`}
        >
          {overdue}
        </PageLink>
      ),
  },
];

/** Transfers with their reviews; the resident's name leads to the review. */
const TRANSFER_COLUMNS: TableColumn<TransferRow>[] = columnsOf(words.columns, {
  resident: ({ href, name, mrn, transferred }) => (
    <>
      <PageLink
        to={href}
        className={CELL_LINK}
        // A resident may have several transfers.
        aria-label={`${name}, ${words.columns.transferred} ${transferred}`}
      >
        {name}
      </PageLink>{" "}
      <span className="block text-sm font-normal text-muted">{mrn}</span>
    </>
  ),
  transferred: ({ transferred }) => transferred,
  outcome: ({ outcome }) => outcome,
  facility: ({ facility }) => facility,
  physician: ({ physician }) => physician,
  state: ({ state, stateText, isOverdue }) => (
    <>
      <Chip tone={state === "open" ? "quiet" : "good"}>{stateText}</Chip>{" "}
      {isOverdue ? <Chip tone="warn">{reviewWords.overdue}</Chip> : null}
    </>
  ),
  // Blocks leave out a cell that is empty.
  action: ({ action, actionBy, ...of }) =>
    action + actionBy === "" ? null : (
      <>
        {action}{" "}
        {actionBy === "" ? null : (
          <span className="block text-sm text-muted">{actionBy}</span>
        )}{" "}
        {of.isActionLate ? <Chip tone="warn">{words.late}</Chip> : null}{" "}
        {of.mayMarkDone ? <MarkDone {...of} /> : null}
      </>
    ),
});

/** One step, for today. */
function MarkDone({
  id,
  version,
  name,
  transferred,
}: Pick<TransferRow, "id" | "version" | "name" | "transferred">) {
  const { pathname, search } = useLocation();
  // A resident may have several transfers.
  const label = `${words.markDone}: ${name}, ${words.columns.transferred} ${transferred}`;
  return (
    <PageForm
      method="post"
      action={pathname + search}
      aria-label={label}
      className="mt-2"
    >
      <input type="hidden" name={FORM.task} value={MARK_DONE} />
      <input type="hidden" name={FORM.transfer} value={id} />
      <input type="hidden" name={FORM.version} value={version} />
      <Button aria-label={label}>{words.markDone}</Button>
    </PageForm>
  );
}
