import { useLoaderData } from "@remix-run/react";
import {
  signalWords as words,
  wholeText,
} from "~/features/signals/rules/words";
import { PlaceFilterForm } from "~/features/report-filters/place-filter-form";
import { titledByPlace } from "~/features/shell/page-title";
import { pageHref } from "~/domain/lists/list-page";
import { Card } from "~/ui/card";
import { useHydrated } from "~/rendering/hydration";
import { HowToRead } from "~/ui/how-to-read";
import { TEXT_LINK } from "~/ui/link-classes";
import { ListStates } from "~/ui/list-states";
import { PageLink } from "~/ui/page-link";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import {
  loadSignals,
  type SignalList,
  type SignalsView,
} from "~/features/signals/load-signals.server";
import { SignalsTable, TABLE_ID } from "~/features/signals/table";
import { TargetWord } from "~/features/targets/target-word";

export { links } from "~/cards-sheets";
export { loadSignals as loader };

export const meta = titledByPlace(words.title);

export default function SignalsRoute() {
  const { view } = useLoaderData<typeof loadSignals>();
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
      <ListStates list={view.list} href={view.href} empty={words.empty}>
        {(list) => <Signals view={view} list={list} />}
      </ListStates>
    </div>
  );
}

function Signals({ view, list }: { view: SignalsView; list: SignalList }) {
  const landing = useHydrated() ? "" : `#${TABLE_ID}`;
  return (
    <Card
      headingId="signals-heading"
      heading={view.title}
      aside={<span className="text-sm text-muted">{list.count}</span>}
      actions={
        view.other ? (
          <PageLink to={view.other.href} className={`${TEXT_LINK} text-sm`}>
            {view.other.text}
          </PageLink>
        ) : null
      }
    >
      <OwnSignals view={view} own={list.own} />
      <p className="mb-3 max-w-prose text-sm text-muted">
        {view.sort ? (
          <PageLink to={view.unsorted} className={TEXT_LINK}>
            {words.defaultOrder}
          </PageLink>
        ) : (
          words.defaultOrder
        )}
      </p>
      <SignalsTable view={view} list={list} />
      <Pager
        label={words.pages}
        page={list.page}
        pages={list.pages}
        hrefOf={(page) => pageHref(view.sorted, page) + landing}
      />
      {list.smallNote === null ? null : (
        <p className="mt-4 text-sm text-muted">{list.smallNote}</p>
      )}
      <HowToRead
        paragraphs={[
          words.unusual,
          words.drifting,
          words.tooFew,
          ...(list.hasNew ? [words.new] : []),
          ...(list.hasTargets ? [words.targets] : []),
          words.months,
          words.order,
        ]}
      />
    </Card>
  );
}

function OwnSignals({
  view,
  own,
}: {
  view: SignalsView;
  own: SignalList["own"];
}) {
  return (
    <div className="-mt-2 mb-3 text-sm">
      {wholeText(view.name)}{" "}
      {own.some(({ isUnusual }) => isUnusual) ? null : words.nothingUnusual}
      <ul>
        {own.map(({ text, href, target }) => (
          <li key={href}>
            <PageLink to={href} className={TEXT_LINK}>
              {text}
            </PageLink>{" "}
            {target ? <TargetWord target={target} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
