import {
  AFTER_HOURS_LABELS,
  type AfterHoursColumn,
} from "~/features/after-hours/rules/columns";
import { afterHoursWords } from "~/features/after-hours/rules/words";
import { useShellData } from "~/features/shell/shell-data";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import {
  PAGE,
  viewHref,
  type AfterHoursView,
  type NoteRow,
} from "./after-hours-view";
import { CopyMrn } from "./copy-mrn";
import { NoteCell } from "./note-cell";

const TABLE_ID = "notes";

/** The notes, a row each, in the columns of the viewer's level (R164); on narrow screens a block each. */
export function NoteTable({
  view,
  rows,
  page,
  onRead,
}: {
  view: AfterHoursView;
  rows: readonly NoteRow[];
  page: number;
  onRead: (row: NoteRow) => void;
}) {
  const csrfToken = useShellData()?.csrfToken ?? null;
  const { isInFull } = view;
  const onOpen = (row: NoteRow) => {
    // Where all notes are open, nobody has read them yet.
    if (!row.isUnread || row.noteId === null || isInFull) return;
    if (csrfToken === null) return;
    // Nothing waits for the answer: if the mark fails, the note is new again on the next page.
    navigator.sendBeacon(
      view.markHref,
      new URLSearchParams({
        csrf: csrfToken,
        notes: String(row.noteId),
        quiet: "true",
      }),
    );
    onRead(row);
  };
  const cells: Record<AfterHoursColumn, (row: NoteRow) => React.ReactNode> = {
    region: (row) => <PlaceCell row={row} column="region" />,
    facility: (row) => <PlaceCell row={row} column="facility" />,
    physician: (row) => <PlaceCell row={row} column="physician" />,
    patient: (row) => <PatientCell row={row} />,
    time: ({ time }) => time,
    note: (row) => <NoteCell {...{ row, isInFull, onOpen }} />,
  };
  return (
    <div className="after-hours">
      <DataTable
        id={TABLE_ID}
        title={afterHoursWords.title}
        columns={view.columns.map((column): TableColumn<NoteRow> => ({
          key: column,
          label: AFTER_HOURS_LABELS[column],
          sortable: true,
          unlabelled: column === "note",
          cell: cells[column],
        }))}
        rowHead="patient"
        blocksBelow="1024px"
        page={page}
        rows={rows}
        rowKey={({ key }) => key}
        cachedRows={{ version: view.keys.rows, hydrated: true }}
        paperHead={view.paper}
        sort={view.sort}
        sortHref={(column, dir) =>
          viewHref(view, { sort: column, dir, [PAGE]: null })
        }
      />
    </div>
  );
}

function PlaceCell({
  row,
  column,
}: {
  row: NoteRow;
  column: AfterHoursColumn;
}) {
  const place = row.places[column];
  if (!place) return null;
  return place.href === null ? (
    place.name
  ) : (
    <a href={place.href} className="cell-link">
      {place.name}
    </a>
  );
}

function PatientCell({ row }: { row: NoteRow }) {
  const { patient, patientHref, mrn, isNew } = row;
  return (
    <>
      <span className={isNew ? "font-semibold" : "font-medium"}>
        {patientHref === null ? (
          patient
        ) : (
          <a
            href={patientHref}
            className="cell-link inline-flex min-h-6 items-center touch:min-h-10"
          >
            {patient}
          </a>
        )}
      </span>{" "}
      {mrn === null ? null : <CopyMrn mrn={mrn} patient={patient} />}
    </>
  );
}
