import { RATE_GRAPHS } from "~/domain/graphs/rate-graphs";
import { messages } from "~/domain/messages";
import { signalWords as words } from "~/domain/signals/signal-words";
import type { Variation } from "~/domain/signals/variation";
import { withSearch } from "~/paths";
import { NobodyIcon } from "~/ui/icons";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import type { SignalRowView, SignalsView } from "./signals-view";

export const TABLE_ID = "signals";

/** A row a child, a column a measure; each cell is the way to its chart. The links are plain ones, which the table follows. */
export function SignalsTable({
  view,
  rows,
  version,
  page,
}: {
  view: SignalsView;
  rows: readonly SignalRowView[];
  version: string;
  page: number;
}) {
  return (
    <DataTable
      id={TABLE_ID}
      page={page}
      title={view.title}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      blocksBelow="1024px"
      drawnRows={{ version }}
      paperHead={view.paper}
      sort={view.sort}
      sortHref={(column, dir) =>
        withSearch(
          view.action,
          new URLSearchParams([...view.query, ["sort", column], ["dir", dir]]),
        )
      }
    />
  );
}

/** Classes of the shapes that stand before the words. */
const SHAPES: Partial<Record<Variation, string>> = {
  unusually_high: "signal-high",
  unusually_low: "signal-low",
  drifting_up: "signal-up",
  drifting_down: "signal-down",
};

const COLUMNS: TableColumn<SignalRowView>[] = [
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
  ...RATE_GRAPHS.map(({ graph, title }): TableColumn<SignalRowView> => ({
    key: graph,
    label: title,
    sortable: true,
    cell: ({ cells }) => {
      const { value, month, variation, words: said, href } = cells[graph];
      return (
        <a href={href} className={SHAPES[variation]}>
          <b>{value}</b> {month} <i>{said}</i>
        </a>
      );
    },
  })),
];
