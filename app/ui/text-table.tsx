import type { ReactNode } from "react";
import { DataTable, type TableProps } from "./table";

/** Leaves out a column, or the actions, if no row has any. */
export function TextTable<
  Key extends string,
  Row extends Record<Key, ReactNode> & { id: number },
>({
  columns,
  keys,
  actions,
  actionsOf = () => null,
  ...table
}: Pick<TableProps<Row>, "id" | "title" | "rows" | "paperHead"> & {
  columns: Readonly<Record<Key, string>>;
  keys: readonly Key[];
  actions?: string;
  actionsOf?: (row: Row) => ReactNode;
}) {
  const { rows } = table;
  return (
    <DataTable
      {...table}
      rowKey={(row) => row.id}
      blocksBelow="1024px"
      columns={[
        ...keys
          .filter((key) => rows.some((row) => row[key] !== null))
          .map((key) => ({
            key,
            label: columns[key],
            cell: (row: Row) => row[key],
          })),
        ...(rows.some((row) => actionsOf(row) !== null)
          ? [
              {
                key: "actions",
                label: <span className="sr-only">{actions}</span>,
                labelText: actions,
                unlabelled: true,
                cell: actionsOf,
              },
            ]
          : []),
      ]}
    />
  );
}
