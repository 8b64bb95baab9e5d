import type { Frailty } from "~/contract/frailty";
import type { Metrics } from "~/contract/metrics";
import type { FrailtyFilter } from "~/domain/frailty";
import type { Filters } from "~/domain/filters";
import type { Level } from "~/domain/hierarchy";
import type { SortDirection } from "~/domain/table-sort";
import type { ProfileQuery } from "~/paths";

/** A part of the page as the loader sends it; the same shape as `Panel` of `app/data`. */
export type PanelView<T> =
  | { state: "data"; data: T }
  | { state: "empty" }
  | { state: "error"; message: string };

/**
 * A drill-down list as text, column by column: 200 rows of objects with exact rates would be half of the document, and
 * alike stands next to alike when it is compressed.
 */
export interface ListView {
  /** For each row the id that its name leads to; for patients, who have no page here, its place in the list. */
  keys: number[];
  /** The cells of each column, in the order of the columns on the screen. */
  columns: string[][];
  /** Rows before the frailty filter. */
  total: number;
}

/** CMS stars of a facility; null where it has none. */
export interface StarRatings {
  overall: number | null;
  survey: number | null;
  quality: number | null;
  staffing: number | null;
}

/** First block of the overview card (dashboard spec §2). */
export type EntityView =
  | { kind: "company"; siteName: string }
  | { kind: "place"; name: string; parents: string[]; ratings?: StarRatings }
  | {
      kind: "physician";
      name: string;
      specialty: string | null;
      employer: string | null;
      facilities: string[];
    }
  | { kind: "no-physician"; facility: string | null }
  | { kind: "physician-error" }
  | { kind: "physician-empty" };

export interface FacilityChoice {
  id: number;
  name: string;
}

/** Everything that a profile page shows, as its loader sends it. */
export interface ProfileView {
  level: Level;
  /** An NPI for physicians, 0 for the company. */
  id: number;
  /** Name of the place or person; null for the company and where it is not known. */
  name: string | null;
  crumbs: { label: string; href?: string; current?: boolean }[];
  /** When the data were last imported, New York time; the shell's footer reads it too. */
  lastUpdated: string | null;
  entity: EntityView;
  filters: Filters;
  /** What was wrong with the dates asked for, in words. */
  filterNotes: string[];
  /** The viewer always has the ISNP filter on. */
  isnpFixed: boolean;
  /** The facilities to choose from; empty where there is no choice. */
  facilityChoices: FacilityChoice[];
  /** Name of the facility filter that is in force. */
  facilityName: string | null;
  /** The filters that links to other profiles carry on: those that the URL names. */
  carried: ProfileQuery;
  sort: { column: string; direction: SortDirection } | null;
  frailtyFilter: FrailtyFilter;
  metrics: PanelView<Metrics>;
  list: PanelView<ListView>;
  frailty: PanelView<Frailty>;
  /** System errors of the panels, in words; the shell shows them as its notices. */
  notices: { tone: "error"; text: string }[];
}
