import { noteWords as words } from "./rules/note-words";
import { EmptyState } from "~/ui/empty-state";
import { useHydrated } from "~/rendering/hydration";
import { PageLink } from "~/ui/page-link";
import { DataTable } from "~/ui/table";
import { EDIT_ID, END_SHEET_ID, endLinkId, type NoteRow } from "./notes-view";

/** What is written on charts, with ways to edit and end it where the viewer may. */
export function NoteTable({
  id,
  title,
  rows,
  empty,
}: {
  id: string;
  title: string;
  rows: readonly NoteRow[];
  empty: string;
}) {
  if (rows.length === 0) return <EmptyState message={empty} isBrief />;
  const { columns } = words;
  const hasPlaces = rows.some(({ place }) => place !== null);
  return (
    <DataTable
      id={id}
      title={title}
      rows={rows}
      rowKey={(row) => row.id}
      rowHead="text"
      blocksBelow="1024px"
      columns={[
        { key: "text", label: columns.text, cell: (row) => row.text },
        { key: "what", label: columns.what, cell: (row) => row.what },
        { key: "when", label: columns.when, cell: (row) => row.when },
        { key: "graphs", label: words.graphs, cell: (row) => row.graphs },
        ...(hasPlaces
          ? [
              {
                key: "place",
                label: columns.place,
                cell: (row: NoteRow) => row.place,
              },
            ]
          : []),
        { key: "written", label: columns.written, cell: (row) => row.written },
        ...(rows.some(({ ended }) => ended !== null)
          ? [
              {
                key: "ended",
                label: columns.ended,
                cell: (row: NoteRow) => row.ended,
              },
            ]
          : []),
        ...(rows.some(({ hrefs }) => hrefs)
          ? [
              {
                key: "actions",
                label: <span className="sr-only">{words.actions}</span>,
                labelText: words.actions,
                unlabelled: true,
                cell: (row: NoteRow) => <Actions row={row} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function Actions({ row: { id, text, hrefs } }: { row: NoteRow }) {
  const isHydrated = useHydrated();
  if (!hrefs) return null;
  return (
    <div className="row-actions">
      <PageLink
        className="row-action"
        to={`${hrefs.edit}#${EDIT_ID}`}
        aria-label={`${words.edit}: ${text}`}
      >
        {words.edit}
      </PageLink>{" "}
      <PageLink
        className="row-action"
        id={endLinkId(id)}
        to={hrefs.end + (isHydrated ? "" : `#${END_SHEET_ID}`)}
        aria-label={`${words.end}: ${text}`}
        preventScrollReset
      >
        {words.end}
      </PageLink>
    </div>
  );
}
