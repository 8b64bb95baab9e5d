import { afterHoursWords } from "~/features/after-hours/rules/words";
import { messages } from "~/domain/messages";
import { Chip } from "~/ui/chip";
import { AlertIcon } from "~/ui/icons";
import type { NoteRow } from "./after-hours-view";
import { NoteTypeIcon } from "./note-type-icon";

/** A note's type and marks, and the note itself, in place. */
export function NoteCell({
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
