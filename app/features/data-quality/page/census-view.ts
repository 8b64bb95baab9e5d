import type { CensusMark } from "../rules/census-marks";
import type { TableSort } from "~/ui/table-head";
import type { ListState } from "~/ui/list-states";
import type { OlderPages } from "~/ui/older-pages";

/** A moment as the page writes it; `iso` is ISO 8601, for machines. */
export interface MomentText {
  iso: string;
  text: string;
}

/** A facility as the table shows it: texts, and addresses. */
export interface FacilityRow {
  id: number;
  name: string;
  /** The facility's own page. */
  href: string;
  marks: CensusMark[];
  /** Null for a facility without a feed. */
  feed: {
    message: MomentText;
    movement: MomentText | null;
    movements: string;
  } | null;
  residents: string;
  doubt: string;
  findings: {
    key: string;
    /** Of its link. */
    id: string;
    text: string;
    /** Null where its list is closed to the viewer. */
    href: string | null;
    isShown: boolean;
  }[];
}

/** What is said of waiting messages whose facility is not known; `href` is null for who may not see them. */
export interface Unplaced {
  text: string;
  href: string | null;
}

/** The facilities, and the messages of none. */
export type FacilityList = ListState<{
  rows: FacilityRow[];
  unplaced: Unplaced | null;
}>;

/** A row of the list behind a count: the texts of its columns by their keys. */
export interface FindingRow {
  cells: Record<string, string>;
  /** Of the resident's page; null where there is none. */
  href: string | null;
}

/** The list behind a count. */
export interface FindingList extends OlderPages {
  heading: string;
  todo: string;
  /** Where that is done, for whoever may go there. */
  wayOut: { href: string; text: string } | null;
  columns: { key: string; label: string; numeric: boolean }[];
  rows: FindingRow[];
  /** Said in the place of rows; null where there are some. */
  message: string | null;
  /** The page without the list, at the link that opened it. */
  closeHref: string;
}

export interface CensusView extends OlderPages {
  facilities: FacilityList;
  /** True where any facility of the page has beds that are known. */
  knowsBeds: boolean;
  /** Null where none is open. */
  list: FindingList | null;
  sort: TableSort | null;
  /** From 1. */
  page: number;
  /** What the address says beside the order and the page. */
  query: [string, string][];
  /** The page of all places; null where it is that. */
  allHref: string | null;
}
