import type { AfterHoursNote } from "~/contract/physicianalerts";
import type { Viewer } from "~/domain/access/viewer";
import {
  isLinkedColumn,
  type AfterHoursColumn,
  NO_NOTE_TEXT,
  notePreview,
  noteTypeOf,
  stayText,
} from "./rules/columns";
import { noteTimeText, type NoteTime } from "./rules/filters";
import { messages } from "~/domain/messages";
import { sortRows, type SortDirection } from "~/domain/lists/table-sort";
import { profilePath } from "~/paths";
import { residentPath } from "~/resident-paths";

export interface TimedNote extends AfterHoursNote {
  key: string;
  time: NoteTime | null;
}

/** The key is the note's id, or its position if the host sends no id. */
export function timedNotes(
  notes: readonly AfterHoursNote[],
  read: (text: string | null) => NoteTime | null,
): TimedNote[] {
  return notes.map((note, place) => ({
    ...note,
    key: String(note.noteId ?? `place-${place}`),
    time: read(note.noteEffectiveDate),
  }));
}

const SORTED_BY: Record<AfterHoursColumn, (note: TimedNote) => string | null> =
  {
    region: (note) => note.regionName,
    facility: (note) => note.facilityName,
    physician: (note) => note.physicianName,
    patient: (note) => note.patientName,
    note: (note) => noteTypeOf(note.noteType).label,
    time: () => null,
  };

/** Null: high-risk notes first, then the newest. */
export type NoteSort = {
  column: AfterHoursColumn;
  direction: SortDirection;
} | null;

/** Equal notes are newest first. Without a column, high-risk notes come first. */
export function sortNotes(
  notes: readonly TimedNote[],
  sort: NoteSort,
): TimedNote[] {
  const byTime = (order: SortDirection) =>
    sortRows(
      notes,
      { value: ({ time }) => time?.at.getTime(), kind: "number" },
      order,
    );
  if (sort === null) {
    return byTime("desc").sort(
      (one, other) =>
        Number(other.highRisk === true) - Number(one.highRisk === true),
    );
  }
  const { column, direction } = sort;
  if (column === "time") return byTime(direction);
  const kind = column === "note" ? "text" : "name";
  return sortRows(
    byTime("desc"),
    { value: SORTED_BY[column], kind },
    direction,
  );
}

/** Nothing can be marked behind an API host. */
export function isUnread(
  { unread, noteId }: AfterHoursNote,
  { accessLevel }: Viewer,
  hasOwnPages: boolean,
): boolean {
  return (
    hasOwnPages &&
    unread === true &&
    noteId !== undefined &&
    accessLevel === "physician"
  );
}

export function isSince({ time }: TimedNote, lookedAt: Date | null): boolean {
  return lookedAt !== null && time !== null && time.at > lookedAt;
}

export function noteRow(
  note: TimedNote,
  columns: readonly AfterHoursColumn[],
  viewer: Viewer,
  { hasOwnPages, lookedAt }: { hasOwnPages: boolean; lookedAt: Date | null },
) {
  const isMine = isUnread(note, viewer, hasOwnPages);
  const { kind, label } = noteTypeOf(note.noteType);
  const text = note.noteText?.trim() || NO_NOTE_TEXT;
  return {
    key: note.key,
    /** Null if it cannot be marked as read. */
    noteId: note.noteId ?? null,
    isUnread: isMine,
    /** Unread, or written since the viewer last looked. */
    isNew: isMine || isSince(note, lookedAt),
    places: Object.fromEntries(
      columns
        .filter((column) => column in PLACES)
        .map((column) => [column, placeOf(note, column, viewer)]),
    ) as Partial<Record<AfterHoursColumn, ReturnType<typeof placeOf>>>,
    patient: named(note.patientName),
    patientHref:
      hasOwnPages && note.patientId !== null
        ? residentPath(note.patientId)
        : null,
    mrn: note.mrn?.trim() || (note.patientId?.toString() ?? null),
    time: noteTimeText(note.time),
    kind,
    type: label,
    highRisk: note.highRisk,
    isnp: note.isnp,
    preview: notePreview(text),
    text,
    provider: named(note.provider),
    admission: stayText(note.admissionDate, note.admissionLocation),
    discharge: stayText(note.dischargeDate, note.dischargeLocation),
  };
}

type Named = { name: string | null; id: number | null };

const PLACES: Partial<Record<AfterHoursColumn, (note: TimedNote) => Named>> = {
  region: ({ regionName: name, regionId: id }) => ({ name, id }),
  facility: ({ facilityName: name, facilityId: id }) => ({ name, id }),
  physician: ({ physicianName: name, physicianNpi: id }) => ({ name, id }),
};

function placeOf(note: TimedNote, column: AfterHoursColumn, viewer: Viewer) {
  const { name = null, id = null } = PLACES[column]?.(note) ?? {};
  // Id 0 means no physician.
  const isLinked = id !== null && id > 0 && isLinkedColumn(column, viewer);
  return {
    name: named(name),
    href: isLinked ? profilePath(column, id) : null,
  };
}

function named(name: string | null): string {
  return name?.trim() || messages.unknown;
}

export type NoteRow = ReturnType<typeof noteRow>;
