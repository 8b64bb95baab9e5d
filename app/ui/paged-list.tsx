import type { ReactNode } from "react";
import { LinkButton } from "./button";
import { ListStates, type ListState } from "./list-states";
import { OlderPagesNav, type OlderPages } from "./older-pages";
import { DataTable, type TableProps } from "./table";

export function PagedList<Row>({
  list,
  pages,
  words,
  wayOut,
  above,
  page = pages.href,
  ...table
}: Omit<TableProps<Row>, "rows"> & {
  list: ListState<{ rows: Row[] }>;
  pages: OlderPages;
  words: {
    empty: string;
    /** For an empty page that is not the first. */
    emptyOlder: string;
    pages: string;
    older: string;
    newest: string;
  };
  wayOut?: ReactNode;
  /** Stands over the rows. */
  above?: ReactNode;
}) {
  const { href, newestHref } = pages;
  return (
    <ListStates
      list={list}
      href={href}
      empty={newestHref ? words.emptyOlder : words.empty}
      wayOut={
        newestHref ? (
          <LinkButton to={newestHref} preventScrollReset>
            {words.newest}
          </LinkButton>
        ) : (
          wayOut
        )
      }
    >
      {({ rows }) => (
        <>
          {above}
          <DataTable {...table} rows={rows} page={page} />
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
