import type { ReactNode } from "react";
import { ListStates, type ListState, type ListWords } from "./list-states";
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
  words: ListWords & { pages: string; older: string };
  wayOut?: ReactNode;
}) {
  return (
    <ListStates list={list} pages={pages} words={words} wayOut={wayOut}>
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
