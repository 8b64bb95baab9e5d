import { Fragment, type ReactNode } from "react";
import { useFollowLinks } from "./follow-links";
import { HydratedPart, StaticPart } from "~/rendering/static-part";
import { PageLink } from "./page-link";

interface ColumnHead {
  key: string;
  label: ReactNode;
  /** Spells the label out, where it is short. */
  hint?: string;
  /** What the cells hold, on a line of its own under the label. */
  detail?: string;
  numeric?: boolean;
  sortable?: boolean;
}

export const ORDER_WORDS = { asc: "ascending", desc: "descending" } as const;

type SortDirection = keyof typeof ORDER_WORDS;

export interface TableSort {
  column: string;
  direction: SortDirection;
}

export type SortHref = (column: string, direction: SortDirection) => string;

interface TableHeadProps {
  roles: Partial<Record<"group" | "row" | "head", string>>;
  columns: readonly ColumnHead[];
  sort: TableSort | null;
  paperHead: string | undefined;
  sortHref: SortHref | undefined;
  landing: string;
}

export function TableHead({
  roles,
  columns,
  sort,
  paperHead,
  sortHref,
  landing,
}: TableHeadProps) {
  return (
    <thead
      role={roles.group}
      // Only rows that can be blocks have roles.
      className={sortHref || !roles.group ? undefined : "heads-alone"}
    >
      {paperHead ? (
        <tr className="paper-head">
          <td colSpan={columns.length}>{paperHead}</td>
        </tr>
      ) : null}
      <tr role={roles.row}>
        {columns.map((column) => (
          <HeadCell
            role={roles.head}
            key={column.key}
            column={column}
            direction={column.key === sort?.column ? sort.direction : undefined}
            sortHref={column.sortable ? sortHref : undefined}
            landing={landing}
          />
        ))}
      </tr>
    </thead>
  );
}

function HeadCell({
  role,
  column,
  direction,
  sortHref,
  landing,
}: {
  role?: string;
  column: ColumnHead;
  direction: SortDirection | undefined;
  sortHref: SortHref | undefined;
  landing: string;
}) {
  return (
    <th
      scope="col"
      role={role}
      aria-sort={direction && ORDER_WORDS[direction]}
      className={column.numeric ? "num" : undefined}
    >
      {sortHref ? (
        <PageLink
          to={`${sortHref(column.key, direction === "asc" ? "desc" : "asc")}${landing}`}
          preventScrollReset
          className="sort"
        >
          <HeadLabel column={column} />
        </PageLink>
      ) : (
        <HeadLabel column={column} />
      )}
    </th>
  );
}

function HeadLabel({
  column: { label, hint, detail },
}: {
  column: ColumnHead;
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

export interface TableColumn<Row> extends ColumnHead {
  /** The label in words, where `label` is more than text; the caption says it. */
  labelText?: string;
  /** Its cells say themselves what they are, as buttons and notes do: in a block they need no label. */
  unlabelled?: boolean;
  cell: (row: Row) => ReactNode;
}

/** Columns with plain labels, in the order of their cells. */
export function columnsOf<Key extends string, Row>(
  labels: Readonly<Record<Key, string>>,
  cells: Partial<Record<Key, (row: Row) => ReactNode>>,
): TableColumn<Row>[] {
  const found = Object.entries(cells) as [Key, (row: Row) => ReactNode][];
  return found.map(([key, cell]) => ({ key, label: labels[key], cell }));
}

/** Roles for screen readers: a browser may not treat a table as one once its parts are laid out as blocks. */
export const ROLES = {
  table: "table",
  group: "rowgroup",
  row: "row",
  head: "columnheader",
  rowHead: "rowheader",
  cell: "cell",
} as const;
export const NO_ROLES: TableRoles = {};

type TableRoles = Partial<Record<keyof typeof ROLES, string>>;

/** Rows that the server draws once for all that are shown the same. Their links are plain ones, which the table follows. */
export interface CachedRows {
  /** Changes with all that the rows show; which columns they have is added here. */
  version: string;
  /** Scripts take them over; others stay as the server has drawn them. */
  hydrated?: boolean;
}

interface RowsProps<Row> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  rowHead: string | undefined;
  isLabelled: (column: TableColumn<Row>) => boolean;
  roles: TableRoles;
  groupOf?: ((row: Row) => string) | undefined;
}

export function TableBody<Row>({
  id,
  cachedRows,
  ...rows
}: RowsProps<Row> & { id: string; cachedRows: CachedRows | undefined }) {
  return cachedRows ? (
    <CachedBody
      id={id}
      {...cachedRows}
      version={`${cachedRows.version} ${layoutOf(rows)}`}
      role={rows.roles.group}
    >
      <Rows {...rows} />
    </CachedBody>
  ) : (
    <tbody role={rows.roles.group}>
      <Rows {...rows} />
    </tbody>
  );
}

function layoutOf<Row>({
  columns,
  rowHead,
  roles,
  isLabelled,
  groupOf,
}: RowsProps<Row>): string {
  const cells = columns.map((column) => [
    column.key,
    column.numeric ?? false,
    isLabelled(column) && labelOf(column),
  ]);
  return JSON.stringify([cells, rowHead, roles.row, groupOf !== undefined]);
}

function CachedBody({
  hydrated,
  ...rows
}: CachedRows & {
  id: string;
  role?: string | undefined;
  children: ReactNode;
}) {
  const body = { ...rows, as: "tbody", onClick: useFollowLinks() } as const;
  return hydrated ? (
    <HydratedPart {...body} />
  ) : (
    <StaticPart {...body} fallback={null} />
  );
}

function Rows<Row>({
  columns,
  rows,
  rowKey,
  rowHead,
  roles,
  isLabelled,
  groupOf,
}: RowsProps<Row>) {
  return rows.map((row, at) => {
    const before = rows[at - 1];
    const group = groupOf?.(row);
    const begins = before === undefined || group !== groupOf?.(before);
    return (
      <Fragment key={rowKey(row)}>
        {group !== undefined && begins ? (
          <tr role={roles.row} className="group">
            <th scope="colgroup" colSpan={columns.length} role={roles.head}>
              {group}
            </th>
          </tr>
        ) : null}
        <tr role={roles.row}>
          {columns.map((column) => (
            <Cell
              key={column.key}
              column={column}
              row={row}
              isHead={column.key === rowHead}
              isLabelled={isLabelled(column)}
              roles={roles}
            />
          ))}
        </tr>
      </Fragment>
    );
  });
}

function Cell<Row>({
  column,
  row,
  isHead,
  isLabelled,
  roles,
}: {
  column: TableColumn<Row>;
  row: Row;
  isHead: boolean;
  isLabelled: boolean;
  roles: TableRoles;
}) {
  const label = isLabelled ? labelOf(column) : undefined;
  return isHead ? (
    <th scope="row" role={roles.rowHead} data-label={label}>
      {column.cell(row)}
    </th>
  ) : (
    <td
      role={roles.cell}
      className={column.numeric ? "num" : undefined}
      data-label={label}
    >
      {column.cell(row)}
    </td>
  );
}

export function labelOf<Row>(column: TableColumn<Row>): string {
  if (column.labelText !== undefined) return column.labelText;
  return typeof column.label === "string" ? column.label : column.key;
}
