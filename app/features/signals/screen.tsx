import { useLoaderData } from "@remix-run/react";
import { signalWords as words, wholeText } from "./rules/words";
import { PlaceFilterForm } from "~/features/report-filters/place-filter-form";
import { pageHref } from "~/domain/lists/list-page";
import { Card } from "~/ui/card";
import { useHydrated } from "~/rendering/hydration";
import { HowToRead } from "~/ui/how-to-read";
import { TEXT_LINK } from "~/ui/link-classes";
import { ListStates } from "~/ui/list-states";
import { PageLink } from "~/ui/page-link";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import type {
  loadSignals,
  SignalList,
  SignalsView,
} from "./load-signals.server";
import { RATE_GRAPHS } from "~/domain/graphs/rate-graphs";
import { messages } from "~/domain/messages";
import type { Variation } from "./rules/variation";
import { withSearch } from "~/paths";
import { NobodyIcon } from "~/ui/icons";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import type { TargetText } from "~/features/targets/words";

export function SignalsScreen() {
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

const TABLE_ID = "signals";

function SignalsTable({ view, list }: { view: SignalsView; list: SignalList }) {
  const [path = "", query] = view.unsorted.split("?");
  return (
    <DataTable
      id={TABLE_ID}
      page={list.page}
      title={view.title}
      columns={COLUMNS}
      rows={list.rows}
      rowKey={({ id }) => id}
      blocksBelow="1024px"
      cachedRows={{ version: list.version }}
      paperHead={view.paper}
      sort={view.sort}
      sortHref={(sort, dir) => {
        const search = new URLSearchParams(query);
        search.set("sort", sort);
        search.set("dir", dir);
        return withSearch(path, search);
      }}
    />
  );
}

type Row = SignalList["rows"][number];

/** Shapes before the words, so that no colour says anything alone. */
const LOOKS: Record<Variation, [shape: string, className: string]> = {
  unusually_high: ["◆↑ ", "block font-semibold text-bad"],
  unusually_low: ["◆↓ ", "block font-semibold"],
  drifting_up: ["↗ ", "block text-warn"],
  drifting_down: ["↘ ", "block"],
  usual: ["", "block text-muted"],
  too_few: ["", "block text-muted"],
};

const COLUMNS: TableColumn<Row>[] = [
  {
    key: "name",
    label: words.name,
    sortable: true,
    cell: ({ name, href }) => (
      <a href={href}>
        {name ?? (
          <>
            <NobodyIcon /> {messages.noPhysician}
          </>
        )}
      </a>
    ),
  },
  ...RATE_GRAPHS.map(({ graph, title }): TableColumn<Row> => ({
    key: graph,
    label: title,
    sortable: true,
    cell: ({ cells }) => {
      const { value, month, variation, words: said, ...cell } = cells[graph];
      const [shape, className] = LOOKS[variation];
      return (
        <a href={cell.href} className="block min-h-6 text-ink no-underline">
          <span className={className}>
            {shape ? <span aria-hidden="true">{shape}</span> : null}
            {said}
          </span>{" "}
          <b className="text-accent underline underline-offset-2">{value}</b>{" "}
          {month}
          {cell.unusual ? (
            <span className="block text-muted"> {cell.unusual}</span>
          ) : null}
          {cell.target ? (
            <span className="block">
              {" "}
              <TargetWord target={cell.target} />
            </span>
          ) : null}
        </a>
      );
    },
  })),
];

/** The shape stands before the word: 'Target 15.00%: not met'. */
function TargetWord({
  target: { target, shape, word },
}: {
  target: TargetText;
}) {
  return (
    <>
      {target} <span aria-hidden="true">{shape}</span> {word}
    </>
  );
}
