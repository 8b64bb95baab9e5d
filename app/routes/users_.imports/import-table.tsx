import { PageLink } from "~/ui/page-link";
import { importWords as words } from "~/domain/imports/import-words";
import { Chip } from "~/ui/chip";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import type { ImportRow } from "./imports-view";

/** The imports, newest first, a page of them at once; a link shows the report of one. */
export function ImportTable({
  id,
  rows,
  page,
}: {
  id: string;
  rows: readonly ImportRow[];
  /** Address of the page that is open. */
  page: string;
}) {
  return (
    <DataTable
      id={id}
      page={page}
      title={words.list}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id: key }) => key}
      blocksBelow="640px"
    />
  );
}

const COUNTS = ["added", "changed", "removed", "problems", "warnings"] as const;

const COLUMNS: TableColumn<ImportRow>[] = [
  {
    key: "at",
    label: words.columns.at,
    cell: ({ href, isShown, at, day, time }) => (
      <PageLink
        to={href}
        className="cell-link inline-flex min-h-6 items-center touch:min-h-10"
        aria-current={isShown ? "true" : undefined}
      >
        <time dateTime={at}>
          {day} {time}
        </time>
      </PageLink>
    ),
  },
  { key: "kind", label: words.columns.kind, cell: ({ kind }) => kind },
  {
    key: "outcome",
    label: words.columns.outcome,
    cell: ({ outcome: { tone, word } }) => <Chip tone={tone}>{word}</Chip>,
  },
  ...COUNTS.map((key): TableColumn<ImportRow> => ({
    key,
    label: words.columns[key],
    numeric: true,
    cell: (row) => row[key],
  })),
];
