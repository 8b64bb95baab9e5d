import { PageLink } from "./page-link";
import type { ReactNode } from "react";
import { ArrowDownIcon, ArrowUpIcon } from "./icons";

export interface ColumnHead {
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
    <thead role={roles.group} className={sortHref ? undefined : "heads-alone"}>
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
          className={direction ? "sort sorted" : "sort"}
        >
          <HeadLabel column={column} />
          {direction === "desc" ? <ArrowDownIcon /> : <ArrowUpIcon />}
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
