import { censusWords as words } from "../rules/census-words";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { OlderPagesNav } from "~/ui/older-pages";
import { CELL_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";
import { DataTable } from "~/ui/table";
import { LIST_HEADING_ID } from "./census-address";
import type { FindingList, FindingRow } from "./census-view";

const TABLE_ID = "findings";

/** The list behind a count, with what to do about it. */
export function FindingCard({
  list,
  facility,
}: {
  list: FindingList;
  /** Name of the facility; null where the page of facilities does not hold it. */
  facility: string | null;
}) {
  const { heading, todo, wayOut, columns, rows, message, closeHref } = list;
  return (
    <Card
      headingId={LIST_HEADING_ID}
      heading={facility === null ? heading : `${heading}: ${facility}`}
      actions={
        <LinkButton to={closeHref} variant="quiet">
          {words.close}
        </LinkButton>
      }
    >
      <p className="mb-3 max-w-prose text-sm">
        {todo}{" "}
        {wayOut ? (
          <PageLink to={wayOut.href} className="action-link">
            {wayOut.text}
          </PageLink>
        ) : null}
      </p>
      {message === null ? (
        <DataTable
          id={TABLE_ID}
          page={list.href}
          title={heading}
          columns={columns.map((column) => ({
            ...column,
            cell: ({ cells, href }: FindingRow) =>
              column.key === "name" && href !== null ? (
                <PageLink to={href} className={CELL_LINK}>
                  {cells.name}
                </PageLink>
              ) : (
                cells[column.key]
              ),
          }))}
          rows={rows.map((row, index) => ({ ...row, key: String(index) }))}
          rowKey={({ key }) => key}
          blocksBelow="640px"
        />
      ) : (
        <EmptyState message={message} isBrief />
      )}
      <OlderPagesNav
        tableId={TABLE_ID}
        label={words.listPages}
        older={words.nextRows}
        newest={words.firstRows}
        pages={list}
      />
    </Card>
  );
}
