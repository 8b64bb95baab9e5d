import { useEffect, useRef, type RefObject } from "react";
import { ChangeSaid } from "./change-said";
import { useHydrated } from "~/rendering/hydration";
import {
  labelOf,
  NO_ROLES,
  ROLES,
  TableBody,
  type CachedRows,
  type TableColumn,
  ORDER_WORDS,
  TableHead,
  type SortHref,
  type TableSort,
} from "./table-body";

/** Rows become blocks below this width: a phone's, or a wider one for tables with long cells. */
export type BlocksBelow = "640px" | "1024px";

export interface TableProps<Row> {
  /** Unique on the page; sort links lead back to it. */
  id: string;
  title: string;
  columns: readonly TableColumn<Row>[];
  /** Name of the column that heads its row; the first one where it is left out. */
  rowHead?: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Each row a block of labels and values, under what heads it; a table that is left whole scrolls sideways. */
  blocksBelow?: BlocksBelow;
  /** What heads a row is no name, so that as a block it has a label as well. */
  labelsRowHead?: boolean;
  /** Which page of a longer list the rows are: its number, or its address. */
  page?: number | string;
  sort?: TableSort | null;
  /** What the table is about, for paper: it is repeated at the head of each sheet. */
  paperHead?: string;
  sortHref?: SortHref;
  cachedRows?: CachedRows;
  groupOf?: ((row: Row) => string) | undefined;
}

const BLOCKS: Record<BlocksBelow, string> = {
  "640px": "blocks",
  "1024px": "blocks-lg",
};

/**
 * Too wide a table scrolls sideways; else its head stays in the window (app/styles/tables.css). Sorting is by links
 * and needs no script; with scripts focus stays on the link, and the new order is said.
 */
export function DataTable<Row>({
  id,
  title,
  columns,
  rowHead = columns[0]?.key,
  rows,
  rowKey,
  blocksBelow,
  labelsRowHead = false,
  page,
  sort = null,
  paperHead,
  sortHref,
  cachedRows,
  groupOf,
}: TableProps<Row>) {
  const order = orderWords(columns, sort);
  const region = useGoToStart(`${order} ${page}`);
  const roles = blocksBelow ? ROLES : NO_ROLES;
  return (
    <div
      ref={region}
      id={id}
      role="region"
      aria-label={`${title} table`}
      tabIndex={0}
      className={`scroller list-scroller ${blocksBelow ? BLOCKS[blocksBelow] : ""}`}
    >
      <table role={roles.table} className="data-table">
        <caption className="sr-only">
          {title}
          {order}
        </caption>
        <TableHead
          roles={roles}
          columns={columns}
          sort={sort}
          paperHead={paperHead}
          sortHref={sortHref}
          // Sorting without scripts loads the page again, and should land here; scripts keep the page where it is.
          landing={useHydrated() ? "" : `#${id}`}
        />
        <TableBody
          {...{ columns, rows, rowKey, rowHead, roles, groupOf }}
          id={`${id}-rows`}
          cachedRows={cachedRows}
          isLabelled={(column) =>
            blocksBelow !== undefined &&
            (column.key === rowHead ? labelsRowHead : !column.unlabelled)
          }
        />
      </table>
      {/* A live region is no part of a table, and one in its caption would make it none. */}
      <ChangeSaid text={`${title}${order}`} />
    </div>
  );
}

/** A new order or page begins with its first row; a document that was scrolled before scripts came stays where it is. */
function useGoToStart(rowsOf: string): RefObject<HTMLDivElement> {
  const region = useRef<HTMLDivElement>(null);
  const shown = useRef(rowsOf);
  useEffect(() => {
    if (rowsOf === shown.current) return;
    shown.current = rowsOf;
    goToStart(region.current);
  }, [rowsOf]);
  return region;
}

/** Moves the focus there, too, if it was below the rows. */
function goToStart(region: HTMLElement | null): void {
  if (!region || region.getBoundingClientRect().top >= 0) return;
  region.scrollIntoView();
  if (!region.contains(document.activeElement)) {
    region.focus({ preventScroll: true });
  }
}

function orderWords<Row>(
  columns: readonly TableColumn<Row>[],
  sort: TableSort | null,
): string {
  const sorted = columns.find((column) => column.key === sort?.column);
  return sorted && sort
    ? `, sorted by ${labelOf(sorted)}, ${ORDER_WORDS[sort.direction]}`
    : "";
}
