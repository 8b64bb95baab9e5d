import type { ReactNode } from "react";
import { ListStates, type ListState } from "./list-states";
import { OlderPagesNav, type OlderPages } from "./older-pages";
import { DataTable, type TableProps } from "./table";

export function PagedList<Row>({
  list,
  pages,
  words,
  wayOut,
  ...table
}: Omit<TableProps<Row>, "rows" | "page"> & {
  list: ListState<{ rows: Row[] }>;
  pages: OlderPages;
  words: Record<"empty" | "emptyOlder" | "newest" | "pages" | "older", string>;
  wayOut?: ReactNode;
}) {
  return (
    <ListStates
      {...{ list, wayOut }}
      href={pages.href}
      empty={words.empty}
      pages={{ ...words, ...pages }}
    >
      {({ rows }) => (
        <>
          <DataTable {...table} rows={rows} page={pages.href} />
          <OlderPagesNav
            tableId={table.id}
            label={words.pages}
            older={words.older}
            newest={words.newest}
            pages={pages}
          />
        </>
      )}
    </ListStates>
  );
}
