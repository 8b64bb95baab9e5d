import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import type { CmsView } from "./shown-cms";

export const CMS_TITLE = "What CMS publishes";

type Row = CmsView["rows"][number];

/** Each measure of CMS beside the page's own rate, with both periods, and how they differ in kind. */
export function CmsTable({ cms }: { cms: CmsView }) {
  return (
    <>
      <ul className="mb-3 text-sm text-muted">
        {cms.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <DataTable
        id="cms-measures"
        title={CMS_TITLE}
        columns={columnsOf(cms)}
        rows={cms.rows}
        rowKey={({ measure }) => measure}
        blocksBelow="1024px"
      />
    </>
  );
}

function columnsOf({ heads }: CmsView): TableColumn<Row>[] {
  return [
    { key: "measure", label: "Measure", cell: ({ name }) => name },
    ...heads.map((label, place) => ({
      key: label,
      label,
      numeric: true,
      cell: ({ cells }: Row) => cells[place],
    })),
    {
      key: "notes",
      label: "Notes",
      cell: ({ note, difference }) => (
        <span className="inline-block min-w-48 text-sm">
          {note ? `${note} ` : ""}
          {difference}
        </span>
      ),
    },
  ];
}
