import { useLoaderData } from "@remix-run/react";
import { pageHref } from "~/domain/lists/list-page";
import { SMALL_MARK } from "~/domain/figures/small-mark";
import { PlaceFilterForm } from "~/features/report-filters/place-filter-form";
import { useHydrated } from "~/rendering/hydration";
import { lazyComponent } from "~/rendering/lazy-component";
import { StaticPart } from "~/rendering/static-part";
import { Card } from "~/ui/card";
import { ChoiceLink } from "~/ui/choice-link";
import { TEXT_LINK } from "~/ui/link-classes";
import { ListStates } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import { Pager } from "~/ui/pager";
import type { FacilitiesView, loadFacilities } from "./load.server";
import { facilitiesWords as words, RATE_HEADS } from "./words";
import { RATE_GRAPHS, type RateTag } from "~/domain/graphs/rate-graphs";
import { withSearch } from "~/paths";
import { RangeSvg } from "~/ui/charts/range-svg";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";

const FUNNEL_ID = "funnel";

interface Shown {
  view: FacilitiesView;
  list: FacilitiesList;
}

export function FacilitiesScreen() {
  const { view } = useLoaderData<typeof loadFacilities>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead
        crumbs={view.crumbs}
        title={words.title}
        name={view.name}
        aside={<PlaceFilterForm filters={view} />}
      />
      <ListStates list={view.list} href={view.href} empty={words.empty}>
        {(list) => (
          <div className="facilities">
            <Facilities view={view} list={list} />
            <Funnel view={view} list={list} />
          </div>
        )}
      </ListStates>
    </div>
  );
}

function Facilities({ view, list }: Shown) {
  const landing = useHydrated() ? "" : `#${TABLE_ID}`;
  return (
    <Card
      headingId="facilities-heading"
      heading={words.title}
      aside={<span className="text-sm text-muted">{list.count}</span>}
      actions={
        <a
          href={`#${FUNNEL_ID}`}
          className={`${TEXT_LINK} text-sm print:hidden xl:hidden`}
        >
          {words.funnel}
        </a>
      }
    >
      <p className="mb-3 text-sm text-muted">
        {view.sort ? (
          <PageLink to={view.unsorted} className={TEXT_LINK}>
            {words.defaultOrder}
          </PageLink>
        ) : (
          words.order
        )}
        {list.hasTargets && view.sort?.column !== "targets" ? (
          <>
            {" "}
            <PageLink
              to={view.byTargets}
              className={`${TEXT_LINK} print:hidden`}
            >
              {words.byTargets}
            </PageLink>
          </>
        ) : null}
      </p>
      <FacilitiesTable view={view} list={list} />
      <Pager
        label={words.pages}
        page={list.page}
        pages={list.pages}
        hrefOf={(page) => pageHref(view.sorted, page) + landing}
      />
      <ul className="mt-4 text-sm text-muted">
        <li>{words.bars}</li>
        {list.hasTargets ? <li>{words.targets}</li> : null}
        {list.hasSmall ? <li>{`${SMALL_MARK} ${words.small}`}</li> : null}
      </ul>
    </Card>
  );
}

const FunnelPicture = lazyComponent(
  () => import("./funnel-picture"),
  (chunk) => chunk.FunnelPicture,
);

function Funnel({ view, list: { funnel } }: Shown) {
  const landing = useHydrated() ? "" : `#${FUNNEL_ID}`;
  return (
    <div id={FUNNEL_ID} className="funnel-beside">
      <Card headingId="funnel-heading" heading={funnel.title}>
        <nav aria-label={words.measures} className="print:hidden">
          <ul className="compare-measures">
            {view.choices.map(({ tag, href, isChosen }) => (
              <li key={tag}>
                <ChoiceLink to={href + landing} replace isChosen={isChosen}>
                  {RATE_HEADS[tag]}
                </ChoiceLink>
              </li>
            ))}
          </ul>
        </nav>
        {funnel.isDrawn ? (
          <StaticPart
            id="funnel-picture"
            version={funnel.version}
            fallback={<div className="chart-funnel" />}
          >
            <FunnelPicture funnel={funnel} />
          </StaticPart>
        ) : null}
        {funnel.sentences.map((sentence) => (
          <p key={sentence} className="mt-2 text-sm">
            {sentence}
          </p>
        ))}
      </Card>
    </div>
  );
}

const TABLE_ID = "facilities";

export type FacilitiesList = Extract<FacilitiesView["list"], { state: "data" }>;
type Row = FacilitiesList["rows"][number];
type Scale = FacilitiesList["scales"][RateTag];

/** A row a facility. The links are plain ones, which the table follows. */
function FacilitiesTable({
  view,
  list,
}: {
  view: FacilitiesView;
  list: FacilitiesList;
}) {
  const [path = "", query] = view.unsorted.split("?");
  return (
    <DataTable
      id={TABLE_ID}
      page={list.page}
      title={words.title}
      columns={columnsOf(list)}
      rows={list.rows}
      rowKey={({ id }) => id}
      blocksBelow="640px"
      cachedRows={{ version: list.version }}
      paperHead={view.paper}
      sort={view.sort}
      sortHref={(sort, dir) => {
        const search = new URLSearchParams(query);
        search.set("sort", sort);
        // The worst rates come first.
        const isRate = RATE_GRAPHS.some(({ tag }) => tag === sort);
        const isOther = view.sort?.column !== sort;
        search.set("dir", isRate && isOther ? "desc" : dir);
        return withSearch(path, search);
      }}
    />
  );
}

function columnsOf({ hasRegions, scales }: FacilitiesList) {
  const region: TableColumn<Row> = {
    key: "region",
    label: words.region,
    sortable: true,
    cell: (row) => row.region,
  };
  const number = (
    key: string,
    label: string,
    cell: TableColumn<Row>["cell"],
  ): TableColumn<Row> => ({ key, label, numeric: true, sortable: true, cell });
  const columns: TableColumn<Row>[] = [
    {
      key: "name",
      label: words.name,
      sortable: true,
      cell: ({ name, href }) => <a href={href}>{name}</a>,
    },
    ...(hasRegions ? [region] : []),
    ...RATE_GRAPHS.map(({ tag }) =>
      number(tag, RATE_HEADS[tag], ({ rates }) => (
        <Rate rate={rates[tag]} scale={scales[tag]} />
      )),
    ),
    number("score", words.score, ({ score }) => score),
    number("in_house", words.inHouse, ({ inHouse }) => inHouse),
    number("overdue", words.overdue, ({ overdue, overdueHref }) =>
      overdueHref === null ? (
        <span className="text-muted">{overdue}</span>
      ) : (
        <a href={overdueHref} className={TEXT_LINK}>
          {overdue}
        </a>
      ),
    ),
  ];
  return columns;
}

function Rate({
  rate: { text, isSmall, outside, range, target },
  scale,
}: {
  rate: Row["rates"][RateTag];
  scale: Scale;
}) {
  return (
    <>
      {isSmall || range === null ? (
        <span className="text-muted">{text}</span>
      ) : (
        text
      )}
      {range && scale ? (
        <RangeSvg
          {...range}
          centre={scale.centre}
          scale={scale}
          isOutside={outside !== null}
        />
      ) : null}
      {outside ? <strong>{words[outside]}</strong> : null}
      {target ? (
        <span className="block">
          {" "}
          {target.target}{" "}
          <span className="block">
            <span aria-hidden="true">{target.shape}</span> {target.word}
          </span>
        </span>
      ) : null}
    </>
  );
}
