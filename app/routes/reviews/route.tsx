import { useLoaderData } from "@remix-run/react";
import { reviewWords } from "~/features/reviews/rules/words";
import { reviewListWords as words } from "~/features/reviews/list/words";
import { ViewLinks } from "~/features/report-filters/view-links";
import { titledAsLoaded } from "~/features/shell/page-title";
import { PageHead } from "~/ui/page-head";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { FacilityCounts } from "~/ui/facility-counts";
import { TEXT_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";
import { PagedList } from "~/ui/paged-list";
import {
  loadReviews,
  type ReviewsView,
  markDone,
} from "~/features/reviews/list/load-reviews.server";
import { TRANSFER_COLUMNS } from "~/features/reviews/list/transfer-table";

export { links } from "~/reports-and-users-sheet";

export { loadReviews as loader, markDone as action };

const PLACES_ID = "places";

const PLACE_COLUMNS = [
  { key: "reviewed", label: words.placeColumns.reviewed },
  { key: "overdue", label: words.placeColumns.overdue },
] as const;

export const meta = titledAsLoaded(reviewWords.title);

export default function ReviewsRoute() {
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
          <FacilityCounts
            id={PLACES_ID}
            title={words.byPlace}
            rows={view.places}
            heading={words.columns.facility}
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
