import { PageLink } from "~/ui/page-link";
import { importWords as words } from "./rules/words";
import { Chip } from "~/ui/chip";
import type { TableColumn } from "~/ui/table-body";
import type { ImportRow } from "./imports-view";

const COUNTS = ["added", "changed", "removed", "problems", "warnings"] as const;

/** The imports, newest first, a page of them at once; a link shows the report of one. */
export const IMPORT_COLUMNS: TableColumn<ImportRow>[] = [
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
