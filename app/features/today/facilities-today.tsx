import type { SerializeFrom } from "@remix-run/node";
import { todayWords as words } from "./rules/words";
import { SHOWN } from "./rules/list";
import { withQuery, placePath } from "~/paths";
import { Card } from "~/ui/card";
import { TEXT_LINK } from "~/ui/link-classes";
import { ListStates } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { DataTable } from "~/ui/table";
import type { TableColumn, TableSort } from "~/ui/table-body";
import type { loadFacilitiesToday } from "./load-facilities-today.server";
import { Figure, FigureList } from "~/ui/figure";
import { PageLink } from "~/ui/page-link";
import type { TodayList } from "./load-today.server";

type View = SerializeFrom<typeof loadFacilitiesToday>["view"];
type List = Extract<View["list"], { state: "data" }>;
type Row = List["rows"][number];

const { places: texts } = words;

export function FacilitiesToday({
  view,
  crumbs,
}: Pick<SerializeFrom<typeof loadFacilitiesToday>, "view" | "crumbs">) {
  return (
    <div className="today grid min-w-0 grid-cols-1 gap-4">
      <PageHead
        crumbs={crumbs}
        title={words.title}
        name={view.name}
        aside={<p className="text-sm text-muted">{view.made}</p>}
      />
      <ListStates list={view.list} href={view.href} empty={texts.empty}>
        {(list) => (
          <>
            <TodayCounts list={list} />
            <Card
              headingId="facilities-heading"
              heading={texts.title}
              aside={
                <span className="text-sm text-muted">
                  {list.shown}{" "}
                  {view.show ? (
                    <PageLink to={view.path} className={TEXT_LINK}>
                      {texts.all}
                    </PageLink>
                  ) : null}
                </span>
              }
            >
              <Facilities view={view} list={list} />
              <Pager
                label={texts.pages}
                page={list.page}
                pages={list.pages}
                hrefOf={(page) =>
                  withQuery(view.path, {
                    ...queryOf(view, view.sort),
                    page: page > 1 ? page : undefined,
                  })
                }
              />
            </Card>
          </>
        )}
      </ListStates>
    </div>
  );
}

function Facilities({ view, list }: { view: View; list: List }) {
  return (
    <DataTable
      id="facilities"
      page={list.page}
      title={texts.title}
      columns={COLUMNS.filter(({ key }) => key !== "region" || list.hasRegions)}
      rows={list.rows}
      rowKey={({ id }) => id}
      blocksBelow="640px"
      cachedRows={{ version: list.version }}
      sort={view.sort}
      sortHref={(column, direction) =>
        withQuery(view.path, queryOf(view, { column, direction }))
      }
    />
  );
}

const queryOf = ({ show }: View, sort: TableSort | null) => ({
  show,
  sort: sort?.column,
  dir: sort?.direction,
});

const COLUMNS: TableColumn<Row>[] = [
  {
    key: "name",
    label: words.columns.facility,
    sortable: true,
    cell: ({ id, name, late }) => (
      <>
        <a href={placePath("today", "facility", id)}>{name}</a>
        {late === null ? null : (
          <>
            {" "}
            <span className="block text-sm text-warn">{late}</span>
          </>
        )}
      </>
    ),
  },
  {
    key: "region",
    label: texts.region,
    sortable: true,
    cell: ({ region }) => region,
  },
  ...SHOWN.map((key): TableColumn<Row> => ({
    key,
    label: words.shown[key],
    numeric: true,
    sortable: true,
    cell: ({ counts: { [key]: count } }) =>
      count.href === null ? (
        <span className="text-muted">{count.text}</span>
      ) : (
        <a href={count.href} className={TEXT_LINK}>
          {count.text}
        </a>
      ),
  })),
];

export function TodayCounts({ list }: { list: Pick<TodayList, "counts"> }) {
  return (
    <Card headingId="counts-heading" heading={words.counts}>
      <FigureList className="counts grid gap-x-4 gap-y-3">
        {list.counts.map(({ key, text, href }) => (
          <Figure key={key} label={words.shown[key]}>
            <PageLink to={href} className={TEXT_LINK}>
              {text}
            </PageLink>
          </Figure>
        ))}
      </FigureList>
    </Card>
  );
}
