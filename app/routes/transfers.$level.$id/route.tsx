import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { transferWords as words } from "~/features/transfers/words";
import { PlaceFilterForm } from "~/features/report-filters/place-filter-form";
import { titledByPlace } from "~/features/shell/page-title";
import { ListStates } from "~/ui/list-states";
import { PageLink } from "~/ui/page-link";
import { PageHead } from "~/ui/page-head";
import { GroupingCard } from "~/features/transfers/grouping-card";
import { ListCard } from "~/features/transfers/list-card";
import { loadTransfers } from "~/features/transfers/load.server";
import { ALL_LINK_ID } from "~/features/transfers/address";
import type { TransfersView } from "~/features/transfers/transfers-view";

export { links } from "~/cards-sheets";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadTransfers(request, params);
}

export const meta: MetaFunction<typeof loader> = titledByPlace(words.title);

/** What the transfers of a place or physician have in common (R356). */
export default function TransfersRoute() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <div className="cards-page grid min-w-0 grid-cols-1 gap-4">
      <PageHead
        crumbs={view.crumbs}
        title={words.title}
        name={view.name}
        aside={<PlaceFilterForm filters={view} />}
      >
        <p className="text-sm text-muted">{words.about}</p>
      </PageHead>
      <p className="hidden print:block">{view.paper}</p>
      {view.list ? <ListCard list={view.list} /> : null}
      <Groupings view={view} />
    </div>
  );
}

function Groupings({ view }: { view: TransfersView }) {
  return (
    <ListStates
      list={view.groups}
      pages={{ href: view.href, newestHref: null }}
      words={words}
    >
      {({ total, allHref, smallNote, groupings }) => (
        <>
          <p>
            {allHref === null ? (
              <span className="text-lg font-semibold">{total}</span>
            ) : (
              <PageLink
                id={ALL_LINK_ID}
                to={allHref}
                className="action-link inline-flex min-h-6 items-center text-lg font-semibold touch:min-h-10"
              >
                {total}
              </PageLink>
            )}
            {smallNote ? (
              <span className="block text-sm text-muted">{smallNote}</span>
            ) : null}
          </p>
          <div className="groupings columns-[20rem] gap-4">
            {groupings.map((grouping) => (
              <GroupingCard key={grouping.by} grouping={grouping} />
            ))}
          </div>
        </>
      )}
    </ListStates>
  );
}
