import type { ReactNode } from "react";
import type { DrillDownColumn } from "~/domain/figures/drill-down-columns";
import type { TableColumn } from "~/ui/table";

/** A row of a written list. */
export interface ListRow {
  key: number;
  /** Where its cells are in each column. */
  place: number;
}

/** A column of a written list for a table; `draw` makes a cell of its text. */
export function listColumn(
  { key, label, kind, hint, detail }: DrillDownColumn,
  texts: readonly string[],
  numeric: boolean,
  draw: (text: string, row: ListRow) => ReactNode,
): TableColumn<ListRow> {
  return {
    key,
    label,
    ...(hint !== undefined && { hint }),
    ...(detail !== undefined && { detail }),
    numeric,
    sortable: kind !== "frailty-distribution",
    cell: (row) => draw(texts[row.place] ?? "", row),
  };
}
