import { useEffect, useRef, useState } from "react";
import { messages } from "~/domain/messages";
import {
  AFTER_HOURS_LABELS,
  type AfterHoursColumn,
  type NoteKind,
} from "./rules/columns";
import { afterHoursWords } from "./rules/words";
import { showNotice } from "~/features/shell/notices/client-notices";
import { useShellData } from "~/features/shell/shell-data";
import { useHydrated } from "~/rendering/hydration";
import { Button } from "~/ui/button";
import { Chip } from "~/ui/chip";
import { AlertIcon, Icon } from "~/ui/icons";
import { DataTable } from "~/ui/table";
import type { TableColumn } from "~/ui/table-body";
import type { AfterHoursView } from "./load-after-hours.server";
import type { NoteRow } from "./note-rows";
import { MARK_FORM_ID, PAGE, viewHref } from "./view";

/** A door with an arrow, a rising line, lines of text, a van and a speech bubble. */
const SHAPES: Record<NoteKind, string> = {
  admission: "M8.5 2.5h5v11h-5M1.5 8h8M6.5 5l3 3-3 3",
  progress: "M2 13.5h12M2.5 10.5l3.5-4 3 2.5 4.5-6M10.5 3h3v3",
  narrative: "M3 3.5h10M3 6.5h10M3 9.5h10M3 12.5h6",
  transport:
    "M1.5 4.5h8v7h-8zM9.5 7h3l2 2.5v2h-5M4 11.5a1.2 1.2 0 1 0 2.4 0M10.8 11.5a1.2 1.2 0 1 0 2.4 0",
  consultation: "M2 2.5h12v8.5H8l-3.5 3v-3H2z",
};

export function NoteTypeIcon({ kind }: { kind: NoteKind }) {
  return (
    <Icon>
      <path d={SHAPES[kind]} />
    </Icon>
  );
}

/** False if the browser refuses; the text is selected then. */
async function copyText(text: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text.textContent ?? "");
    return true;
  } catch {
    // Pages without https have no clipboard, and a policy may forbid it.
    getSelection()?.selectAllChildren(text);
    return document.execCommand("copy");
  }
}

function NoteCell({
  row,
  isInFull,
  onOpen,
}: {
  row: NoteRow;
  isInFull: boolean;
  onOpen: (row: NoteRow) => void;
}) {
  return (
    <>
      <Marks row={row} />{" "}
      <details
        key={isInFull ? "full" : "brief"}
        open={isInFull}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) onOpen(row);
        }}
        className="note"
      >
        <summary>
          <span className="sr-only">{row.patient}: </span>
          <span className="note-preview">{row.preview}</span>{" "}
          <span className="note-hide">{afterHoursWords.hideNote}</span>
        </summary>
        <p className="note-text">{row.text}</p>
        <dl className="note-facts">
          <Fact label="Written by" value={row.provider} />
          <Fact label="Admission" value={row.admission ?? messages.unknown} />
          <Fact
            label="Discharge"
            value={row.discharge ?? afterHoursWords.noStay}
          />
        </dl>
        {row.isUnread && row.noteId !== null ? (
          // Scripts mark a note when it is opened, except when all are open.
          <Button
            variant="quiet"
            form={MARK_FORM_ID}
            name="note"
            value={row.noteId}
            aria-label={`${afterHoursWords.markRead}: ${row.patient}`}
          >
            {afterHoursWords.markRead}
          </Button>
        ) : null}
      </details>
    </>
  );
}

function Marks({ row }: { row: NoteRow }) {
  return (
    <span className="flex flex-wrap items-center gap-1">
      {row.isNew ? (
        <strong className="font-semibold text-accent">New</strong>
      ) : null}{" "}
      <Chip tone="quiet">
        <span className="flex items-start gap-1">
          {row.kind === null ? null : <NoteTypeIcon kind={row.kind} />}
          {row.type}
        </span>
      </Chip>{" "}
      {row.highRisk === null ? (
        <Chip tone="quiet">{afterHoursWords.riskUnknown}</Chip>
      ) : null}
      {row.highRisk ? (
        <Chip tone="bad">
          <span className="flex items-start gap-1">
            <AlertIcon />
            High risk
          </span>
        </Chip>
      ) : null}{" "}
      {row.isnp === null ? (
        <Chip tone="quiet">{afterHoursWords.isnpUnknown}</Chip>
      ) : null}
      {row.isnp ? <Chip tone="quiet">ISNP</Chip> : null}
    </span>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}: </dt>
      <dd>{value}</dd>
    </div>
  );
}

/** As long as the notice (R169). */
const COPIED_FOR_MS = 10_000;

/** Scripts add a button that copies it (R169). It says so itself, because on a phone the notice may be out of sight. */
function CopyMrn({ mrn, patient }: { mrn: string; patient: string }) {
  const isHydrated = useHydrated();
  const number = useRef<HTMLSpanElement>(null);
  const [copiedAt, setCopiedAt] = useState<number>();
  useEffect(() => {
    if (copiedAt === undefined) return;
    const timer = setTimeout(() => setCopiedAt(undefined), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  async function copy() {
    if (number.current && (await copyText(number.current))) {
      setCopiedAt(Date.now());
      showNotice({ tone: "success", text: afterHoursWords.mrnCopied });
    } else showNotice({ tone: "error", text: afterHoursWords.mrnNotCopied });
  }

  const text = (
    <>
      MRN#{" "}
      <span ref={number} className="select-all">
        {mrn}
      </span>
    </>
  );
  return isHydrated ? (
    <button
      type="button"
      className="mrn"
      aria-label={`Copy MRN# ${mrn} of ${patient}`}
      onClick={() => void copy()}
    >
      {text}
      {copiedAt === undefined ? null : (
        <span className="sm:hidden"> {afterHoursWords.copied}</span>
      )}
    </button>
  ) : (
    <span className="mrn">{text}</span>
  );
}

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
    // Notes that open all at once have not been read.
    if (!row.isUnread || row.noteId === null || isInFull) return;
    if (csrfToken === null) return;
    // If the mark fails, the note is unread again on the next page.
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
    region: ({ places }) => placeCell(places.region),
    facility: ({ places }) => placeCell(places.facility),
    physician: ({ places }) => placeCell(places.physician),
    patient: (row) => <PatientCell row={row} />,
    time: ({ time }) => time,
    note: (row) => <NoteCell {...{ row, isInFull, onOpen }} />,
  };
  return (
    <div className="after-hours">
      <DataTable
        id="notes"
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

function placeCell(place: NoteRow["places"][AfterHoursColumn]) {
  return place?.href ? (
    <a href={place.href} className="cell-link">
      {place.name}
    </a>
  ) : (
    place?.name
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
