import { RATE_GRAPHS, type RateTag } from "~/domain/graphs/rate-graphs";
import { withSearch } from "~/paths";
import { RangeSvg } from "~/ui/charts/range-svg";
import { TEXT_LINK } from "~/ui/link-classes";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import type { FacilitiesView } from "./load.server";
import { facilitiesWords as words, RATE_HEADS } from "./words";

export const TABLE_ID = "facilities";

export type FacilitiesList = Extract<FacilitiesView["list"], { state: "data" }>;
type Row = FacilitiesList["rows"][number];
type Scale = FacilitiesList["scales"][RateTag];

/** A row a facility. The links are plain ones, which the table follows. */
export function FacilitiesTable({
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
