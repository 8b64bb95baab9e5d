import type { NoteKind } from "~/domain/graphs/note-kinds";
import type { NoteProblem } from "./rules/note-problems";
import type { Choice } from "~/ui/choice-group";
import type { ListState } from "~/ui/list-states";
import type { Crumb } from "~/ui/breadcrumbs";
import type { QuestionView } from "~/ui/question-view";

/** Something that was written on charts, as text. */
export interface NoteRow {
  id: number;
  version: number;
  what: string;
  when: string;
  text: string;
  graphs: string;
  /** The place above that it belongs to; null for the place of the page. */
  place: string | null;
  written: string;
  /** Null where it is in force. */
  ended: string | null;
  /** The pages that edit it and ask whether to end it; null for users who may not. */
  hrefs: { edit: string; end: string } | null;
}

/** Anchor of the form that edits an entry. */
export const EDIT_ID = "edit-note";

/** Anchor of the question, where the page lands without scripts. */
export const END_SHEET_ID = "end-note";

/** Id of what opens the question. */
export function endLinkId(id: number): string {
  return `end-note-${id}`;
}

/** Entries of one of the forms. */
export interface NoteEntries {
  kind: NoteKind;
  text: string;
  measures: string[];
  from: string;
}

/** An entry that is being edited. */
export interface NoteToEdit extends Pick<NoteRow, "id" | "version"> {
  entries: NoteEntries;
  href: string;
}

/** The page of events and phases. */
export interface NotesView {
  name: string | null;
  crumbs: Crumb[];
  /** This page without its choice of a graph. */
  action: string;
  href: string;
  /** Which graphs the list is about. */
  choices: { href: string; text: string; isShown: boolean }[];
  notes: ListState<{
    rows: NoteRow[];
    ended: NoteRow[];
    mayWrite: boolean;
    /** What the address asks to end. */
    toEnd: QuestionView | null;
    /** What the address asks to edit. */
    toEdit: NoteToEdit | null;
  }>;
  graphs: Choice[];
  /** Graphs that are ticked at first. */
  measures: string[];
  /** The last five years, newest first. */
  months: Choice[];
  today: string;
  /** What was typed before, with what is said of it. */
  kept: { entries: NoteEntries; unsent: string } | null;
}

/** What the page has after a post that did nothing. */
export interface NotesAnswer {
  entries: NoteEntries;
  errors: { text: string; field: NoteProblem["field"] | null }[];
}
