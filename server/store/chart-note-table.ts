import type { Generated } from "kysely";
import type { NoteKind, NoteLevel } from "~/domain/graphs/note-kinds";

/** What people have written on the charts of a place (R375). Its place is no reference: an import may take the place away. */
export interface ChartNoteTable {
  id: Generated<number>;
  kind: NoteKind;
  level: NoteLevel;
  /** 0 for the company. */
  place_id: number;
  /** Tags of graphs, separated by spaces. */
  measures: string;
  /** The day of an event; the first day of a phase. */
  starts_on: number;
  text: string;
  /** Grows with every change, for optimistic locking. */
  version: number;
  /** Not a reference, as in the audit trail. */
  user_id: number;
  /** Their name at the time. */
  author: string;
  added_at: string;
  ended_by: string | null;
  ended_at: string | null;
}
