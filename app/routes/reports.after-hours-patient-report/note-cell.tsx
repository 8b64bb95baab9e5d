import { useSubmit } from "@remix-run/react";
import type { SyntheticEvent } from "react";
import { afterHoursWords } from "~/domain/after-hours/words";
import { messages } from "~/domain/messages";
import { useShellData } from "~/features/shell/shell-data";
import { Chip } from "~/ui/chip";
import { AlertIcon } from "~/ui/icons";
import {
  viewHref,
  type AfterHoursView,
  type NoteRow,
} from "./after-hours-view";
import { NoteTypeIcon } from "./note-type-icon";

/**
 * A note's type and marks, and the note itself, in place. Where scripts run, opening an unread note marks it as read in the
 * background; where that does not come through, it is new again on the next page.
 */
export function NoteCell({
  view,
  row,
  onRead,
}: {
  view: AfterHoursView;
  row: NoteRow;
  onRead: (row: NoteRow) => void;
}) {
  const csrfToken = useShellData()?.csrfToken ?? null;
  const submit = useSubmit();

  function markOpened({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) {
    // A page that opens all of them has them read by nobody yet.
    if (!currentTarget.open || !row.isUnread || view.isInFull) return;
    if (row.noteId === null || csrfToken === null) return;
    submit(
      { csrf: csrfToken, notes: String(row.noteId), quiet: "true" },
      {
        method: "post",
        action: viewHref(view),
        navigate: false,
        fetcherKey: `read-${row.key}`,
      },
    );
    onRead(row);
  }

  return (
    <>
      <Marks row={row} />{" "}
      <details
        key={view.isInFull ? "full" : "brief"}
        open={view.isInFull}
        onToggle={markOpened}
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
      {row.isUnread ? (
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
