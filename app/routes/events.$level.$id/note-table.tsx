import { noteWords as words } from "~/domain/chart-notes/note-words";
import { LinkButton } from "~/ui/button";
import { CsrfField } from "~/ui/csrf-field";
import { DangerButton } from "~/ui/danger-button";
import { EmptyState } from "~/ui/empty-state";
import { useHydrated } from "~/rendering/hydration";
import { PageForm } from "~/ui/page-form";
import { DataTable } from "~/ui/table";
import { END_SHEET_ID, endLinkId, type NoteRow } from "./notes-view";

/** What is written on charts, with a button that ends it where the viewer may. */
export function NoteTable({
  id,
  title,
  rows,
  empty,
  action,
  csrfToken,
}: {
  id: string;
  title: string;
  rows: readonly NoteRow[];
  empty: string;
  action: string;
  csrfToken: string | null;
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
        ...(rows.some(({ mayEnd }) => mayEnd)
          ? [
              {
                key: "end",
                label: <span className="sr-only">{words.end}</span>,
                labelText: words.end,
                unlabelled: true,
                cell: (row: NoteRow) => (
                  <Ending row={row} action={action} csrfToken={csrfToken} />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function Ending({
  row: { id, version, text, mayEnd, endHref },
  action,
  csrfToken,
}: {
  row: NoteRow;
  action: string;
  csrfToken: string | null;
}) {
  const landing = useHydrated() ? "" : `#${END_SHEET_ID}`;
  if (!mayEnd) return null;
  const name = `${words.end}: ${text}`;
  if (endHref !== null) {
    return (
      <LinkButton
        id={endLinkId(id)}
        to={endHref + landing}
        aria-label={name}
        preventScrollReset
      >
        {words.end}
      </LinkButton>
    );
  }
  return (
    <PageForm method="post" action={action} aria-label={name}>
      <CsrfField token={csrfToken} />
      <input type="hidden" name="note_id" value={id} />
      <input type="hidden" name="version" value={version} />
      <DangerButton aria-label={name}>{words.end}</DangerButton>
    </PageForm>
  );
}
