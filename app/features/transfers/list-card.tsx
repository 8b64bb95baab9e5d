import { messages } from "~/domain/messages";
import { transferWords as words } from "./words";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { OlderPagesNav } from "~/ui/older-pages";
import { PageLink } from "~/ui/page-link";
import { ResidentName } from "~/ui/resident-name";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import { LIST_HEADING_ID } from "./address";
import type { TransferList } from "./load-list.server";

type TransferCells = TransferList["rows"][number];

const TABLE_ID = "transfers";

export function ListCard({ list }: { list: TransferList }) {
  return (
    <Card
      headingId={LIST_HEADING_ID}
      heading={list.heading}
      aside={<span className="text-sm text-muted">{list.shown}</span>}
      actions={
        <LinkButton to={list.closeHref} variant="quiet">
          {words.close}
        </LinkButton>
      }
    >
      {list.message === null ? (
        <DataTable<TransferCells>
          id={TABLE_ID}
          page={list.href}
          title={list.heading}
          columns={[
            {
              key: "resident",
              label: words.list.resident,
              cell: ({ resident }) => <ResidentName resident={resident} />,
            },
            ...list.columns.map((column) => ({
              ...column,
              cell: ({ cells }: TransferCells) => cells[column.key],
            })),
            REVIEW_COLUMN,
          ]}
          rows={list.rows}
          rowKey={({ key }) => key}
          blocksBelow="1024px"
        />
      ) : (
        <EmptyState message={list.message} isBrief />
      )}
      <OlderPagesNav
        tableId={TABLE_ID}
        label={words.pages}
        older={words.next}
        newest={words.newest}
        pages={list}
      />
    </Card>
  );
}

const REVIEW_COLUMN: TableColumn<TransferCells> = {
  key: "review",
  label: words.review,
  cell: ({ cells, resident, reviewHref, reviewText }) =>
    reviewHref === null ? (
      messages.none
    ) : (
      <PageLink
        to={reviewHref}
        aria-label={`${words.review}: ${[reviewText, resident.name, cells["date"]].join(", ")}`}
        className="action-link"
      >
        {reviewText}
      </PageLink>
    ),
};
