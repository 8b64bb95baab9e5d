import { Card } from "~/ui/card";
import { PageHead } from "~/ui/page-head";
import { PagedList } from "~/ui/paged-list";
import { ResidentName } from "~/ui/resident-name";
import { figureRowsWords as words } from "./figure-rows-words";
import type { FigureRow, FigureRowsView } from "./load-figure-rows.server";

export function FigureRowsScreen({ view }: { view: FigureRowsView }) {
  return (
    <div className="cards-page min-w-0 space-y-4">
      <PageHead crumbs={view.crumbs} title={view.title} name={view.name}>
        <p className="text-sm text-muted">{view.filters}</p>
      </PageHead>
      <Card headingId="rows-heading" heading={view.heading}>
        <PagedList<FigureRow>
          id="rows"
          title={view.title}
          columns={[
            {
              key: "resident",
              label: words.resident,
              cell: ({ resident }) => <ResidentName resident={resident} />,
            },
            ...view.columns.map((column) => ({
              ...column,
              cell: ({ cells }: FigureRow) => cells[column.key],
            })),
          ]}
          list={view.list}
          rowKey={({ key }) => key}
          blocksBelow="640px"
          words={words}
          pages={view.pages}
        />
      </Card>
    </div>
  );
}
