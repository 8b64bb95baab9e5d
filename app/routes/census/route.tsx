import { useLoaderData } from "@remix-run/react";
import { censusWords as words } from "~/features/data-quality/rules/census-words";
import { titledAsLoaded } from "~/features/shell/page-title";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ListStates } from "~/ui/list-states";
import { OlderPagesNav } from "~/ui/older-pages";
import { TEXT_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";
import {
  FacilityTable,
  FindingCard,
} from "~/features/data-quality/page/facility-table";
import {
  loadCensus,
  type CensusView,
  type Unplaced,
} from "~/features/data-quality/page/load-census.server";

export { links } from "~/reports-and-users-sheet";

const TABLE_ID = "facilities";

export { loadCensus as loader };

export const meta = titledAsLoaded(words.title);

export default function CensusRoute() {
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
  return (
    <ListStates
      list={view.facilities}
      href={view.href}
      empty={words.empty}
      pages={{ ...words, ...view }}
    >
      {({ rows, unplaced }) => (
        <>
          <UnplacedMessages unplaced={unplaced} />
          {view.knowsBeds ? null : (
            <p className="-mt-2 mb-3 text-sm text-muted">{words.noBeds}</p>
          )}
          <FacilityTable id={TABLE_ID} rows={rows} view={view} />
          <OlderPagesNav
            tableId={TABLE_ID}
            label={words.pages}
            older={words.next}
            newest={words.newest}
            pages={view}
          />
        </>
      )}
    </ListStates>
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
