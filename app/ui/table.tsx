import { Link } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { ArrowDownIcon, ArrowUpIcon } from "./icons";
import { useHydrated } from "./use-hydrated";

export type SortDirection = "ascending" | "descending";

export interface TableColumn<Row> {
  /** Name of the column in sort links. */
  key: string;
  label: ReactNode;
  /** The label in words, where `label` is more than text; the caption says it. */
  labelText?: string;
  /** Spells the label out, where it is short. */
  hint?: string;
  /** What the cells hold, on a line of its own under the label. */
  detail?: string;
  /** Numbers stand right. */
  numeric?: boolean;
  sortable?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface TableProps<Row> {
  /** Unique on the page; sort links lead back to it. */
  id: string;
  /** What the table holds, said first in its caption. */
  title: string;
  columns: readonly TableColumn<Row>[];
  /** Name of the column that heads its row; the first one where it is left out. */
  rowHead?: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Which page of a longer list the rows are. */
  page?: number;
  sort?: { column: string; direction: SortDirection };
  /** What the table is about, for paper: it is repeated at the head of each sheet. */
  paperHead?: string;
  /** URL of this page with the table sorted so. */
  sortHref?: (column: string, direction: SortDirection) => string;
}

/**
 * A table that scrolls within itself under a head that stays, from edge to edge of what holds it (a card or the
 * page, both 16 px inside). Sorting is by links, so it needs no script; with scripts focus stays on the link and the
 * caption, a polite live region, says the new order.
 */
export function DataTable<Row>({
  id,
  title,
  columns,
  rowHead = columns[0]?.key,
  rows,
  rowKey,
  page,
  sort,
  paperHead,
  sortHref,
}: TableProps<Row>) {
  // Without scripts sorting loads the page anew, and should land here; with them the page stays where it is.
  const landing = useHydrated() ? "" : `#${id}`;
  const region = useRef<HTMLDivElement>(null);
  const sorted = columns.find((column) => column.key === sort?.column);
  const order =
    sorted && sort ? `, sorted by ${labelOf(sorted)}, ${sort.direction}` : "";
  const rowsOf = `${order} ${page}`;
  const rowsShown = useRef(rowsOf);
  // A new order or page begins with its first row; a document that was scrolled before scripts came stays where it is.
  useEffect(() => {
    if (rowsOf === rowsShown.current) return;
    rowsShown.current = rowsOf;
    region.current?.scrollTo({ top: 0 });
  }, [rowsOf]);
  return (
    <div
      ref={region}
      id={id}
      role="region"
      aria-label={`${title} table`}
      tabIndex={0}
      className="scroller relative -mx-4 max-h-table overflow-auto print:mx-0 print:max-h-none print:overflow-visible"
    >
      <table className="data-table">
        <caption aria-live="polite" aria-atomic className="sr-only">
          {title}
          {order}
        </caption>
        <thead>
          {paperHead ? (
            <tr className="paper-head">
              <td colSpan={columns.length}>{paperHead}</td>
            </tr>
          ) : null}
          <tr>
            {columns.map((column) => (
              <HeadCell
                key={column.key}
                column={column}
                direction={column === sorted ? sort?.direction : undefined}
                sortHref={column.sortable ? sortHref : undefined}
                landing={landing}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) =>
                column.key === rowHead ? (
                  <th key={column.key} scope="row">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.key}
                    className={column.numeric ? "num" : undefined}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function labelOf<Row>(column: TableColumn<Row>): string {
  if (column.labelText !== undefined) return column.labelText;
  return typeof column.label === "string" ? column.label : column.key;
}

function HeadCell<Row>({
  column,
  direction,
  sortHref,
  landing,
}: {
  column: TableColumn<Row>;
  direction: SortDirection | undefined;
  sortHref: TableProps<Row>["sortHref"];
  landing: string;
}) {
  const next = direction === "ascending" ? "descending" : "ascending";
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={column.numeric ? "num" : undefined}
    >
      {sortHref ? (
        <Link
          to={`${sortHref(column.key, next)}${landing}`}
          preventScrollReset
          className={direction ? "sort sorted" : "sort"}
        >
          <HeadLabel column={column} />
          {direction === "descending" ? <ArrowDownIcon /> : <ArrowUpIcon />}
        </Link>
      ) : (
        <HeadLabel column={column} />
      )}
    </th>
  );
}

function HeadLabel<Row>({
  column: { label, hint, detail },
}: {
  column: TableColumn<Row>;
}) {
  if (detail !== undefined) {
    return (
      <>
        {label}{" "}
        <span className="block whitespace-nowrap font-normal text-muted">
          {detail}
        </span>
      </>
    );
  }
  return hint === undefined ? (
    label
  ) : (
    <abbr title={hint} className="no-underline">
      {label}
    </abbr>
  );
}
