import type { Crumb } from "~/ui/breadcrumbs";
import type { Panel } from "~/data/panel.server";
import type { AfterHoursColumn } from "./rules/columns";
import type { AfterHoursFilters } from "./rules/filters";
import type { NoteKind } from "./rules/notes";
import type { Freshness } from "~/domain/freshness";
import type {
  LocationChoice,
  LocationOptions,
} from "~/domain/places/location-choice";
import type { ListPage } from "~/domain/lists/list-page";
import type { SortDirection } from "~/domain/lists/table-sort";
import { withSearch } from "~/paths";

/** A place or a physician in a row; `href` is null where the viewer has no way there. */
export interface NamedPlace {
  name: string;
  href: string | null;
}

/** A note as the table shows it. */
export interface NoteRow {
  key: string;
  /** What it is marked as read by; null where nothing is marked. */
  noteId: number | null;
  isUnread: boolean;
  /** Unread, or written since the viewer last looked. */
  isNew: boolean;
  /** Those of the viewer's columns. */
  places: Partial<Record<AfterHoursColumn, NamedPlace>>;
  patient: string;
  /** The patient's page, if there is one. */
  patientHref: string | null;
  mrn: string | null;
  time: string;
  kind: NoteKind | null;
  type: string;
  /** Null if unknown, like the next. */
  highRisk: boolean | null;
  isnp: boolean | null;
  preview: string;
  text: string;
  provider: string;
  admission: string | null;
  discharge: string | null;
}

/** The notes of a page, and what is said of them. */
export interface NoteList extends Pick<
  ListPage<NoteRow>,
  "rows" | "page" | "pages"
> {
  countText: string;
  /** Notes that the same filters would keep of the longest lookback. */
  inLongest: number;
  /** Counts the notes that the page hides: unread ones for physicians, high-risk ones for others. Null if it shows all. */
  hiddenText: string | null;
  /** What hides some of them from all pages: the lookback alone, or other filters too. */
  hiddenBy: "lookback" | "filters" | null;
  /** How many notes are new since the viewer last looked; null if none are, or the last look is not known. */
  newText: string | null;
}

/** What the loader gives to the screen. */
export interface AfterHoursView {
  crumbs: Crumb[];
  /** Path as it was asked for, with or without its last slash. */
  path: string;
  /** Its data address, for marks of opened notes. */
  markHref: string;
  /** What links back to this view carry, but for what stands open over it. */
  query: string;
  filters: Omit<AfterHoursFilters, "facilityIds">;
  /** Nothing is filtered: the page is as it opens. */
  isUnfiltered: boolean;
  isnpFixed: boolean;
  /** What of the query was not accepted, in words. */
  filterNotes: string[];
  locations: { options: LocationOptions; choice: LocationChoice };
  columns: AfterHoursColumn[];
  /** Null: high-risk notes first, and the newest first. */
  sort: { column: AfterHoursColumn; direction: SortDirection } | null;
  /** Every note is open: for the huddle, and for paper. */
  isInFull: boolean;
  /** The filters in words, for paper. */
  paper: string;
  /** This view with the longest lookback; the second without any other filter. */
  longestHref: string;
  unfilteredHref: string;
  notes: Panel<NoteList>;
  /** Changes with all that the rows show. */
  keys: { rows: string };
  notices: { tone: "error"; text: string }[];
  freshness: Freshness | null;
}

export function hasRows(notes: AfterHoursView["notes"]): boolean {
  return notes.state === "data" && notes.data.rows.length > 0;
}

/** Query parameter of the help, and its value where it is open. */
export const HELP = { name: "help", open: "open" } as const;

/** Query parameter of the page of the list, from 1; not there for the first. */
export const PAGE = "page";

/** The form that marks notes as read; the button of each note belongs to it. */
export const MARK_FORM_ID = "notes-form";

export const HELP_ID = "help";
export const HELP_BUTTON_ID = "open-help";

/** Address of the view with some of its query changed; null takes a parameter away. */
export function viewHref(
  { path, query }: Pick<AfterHoursView, "path" | "query">,
  changes: Record<string, string | null> = {},
): string {
  const search = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) search.delete(name);
    else search.set(name, value);
  }
  return withSearch(path, search);
}
