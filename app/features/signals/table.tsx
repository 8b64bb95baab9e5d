import { RATE_GRAPHS } from "~/domain/graphs/rate-graphs";
import { messages } from "~/domain/messages";
import { signalWords as words } from "./rules/words";
import type { Variation } from "./rules/variation";
import { withSearch } from "~/paths";
import { NobodyIcon } from "~/ui/icons";
import { TargetWord } from "~/features/targets/target-word";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import type { SignalList, SignalsView } from "./load-signals.server";

export const TABLE_ID = "signals";

export function SignalsTable({
  view,
  list,
}: {
  view: SignalsView;
  list: SignalList;
}) {
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
