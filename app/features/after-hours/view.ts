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

/** `href` is null if the viewer may not open it. */
export interface NamedPlace {
  name: string;
  href: string | null;
}

export interface NoteRow {
  key: string;
  /** Null if it cannot be marked as read. */
  noteId: number | null;
  isUnread: boolean;
  /** Unread, or written since the viewer last looked. */
  isNew: boolean;
  places: Partial<Record<AfterHoursColumn, NamedPlace>>;
  patient: string;
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

export interface NoteList extends Pick<
  ListPage<NoteRow>,
  "rows" | "page" | "pages"
> {
  countText: string;
  /** With the same filters and the longest lookback. */
  inLongest: number;
  /** Counts hidden notes: unread ones for physicians, high-risk ones for others. Null if none is hidden. */
  hiddenText: string | null;
  hiddenBy: "lookback" | "filters" | null;
  /** Null if none is new, or the last look is unknown. */
  newText: string | null;
}

export interface AfterHoursView {
  crumbs: Crumb[];
  /** As requested, with or without its last slash. */
  path: string;
  /** The data address for marks of opened notes. */
  markHref: string;
  /** Without what is open over the view. */
  query: string;
  filters: Omit<AfterHoursFilters, "facilityIds">;
  isUnfiltered: boolean;
  isnpFixed: boolean;
  filterNotes: string[];
  locations: { options: LocationOptions; choice: LocationChoice };
  columns: AfterHoursColumn[];
  /** Null: high-risk notes first, then the newest. */
  sort: { column: AfterHoursColumn; direction: SortDirection } | null;
  /** For the huddle, and for paper. */
  isInFull: boolean;
  paper: string;
  /** The same view with the longest lookback; the second without any other filter. */
  longestHref: string;
  unfilteredHref: string;
  notes: Panel<NoteList>;
  /** Change with all that the rows show. */
  keys: { rows: string };
  notices: { tone: "error"; text: string }[];
  freshness: Freshness | null;
}

export function hasRows(notes: AfterHoursView["notes"]): boolean {
  return notes.state === "data" && notes.data.rows.length > 0;
}

export const HELP = { name: "help", open: "open" } as const;

export const PAGE = "page";

export const MARK_FORM_ID = "notes-form";

export const HELP_ID = "help";
export const HELP_BUTTON_ID = "open-help";

/** Null removes a parameter. */
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
