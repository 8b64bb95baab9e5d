import type { ResidentLevel } from "./rules/levels";
import type { Shown } from "./rules/list";
import type { TodayGroups } from "./rules/order";
import type { TodayFilters } from "./rules/query";
import type { LinkedMark } from "~/features/data-quality/census-marks";
import type { ListState } from "~/ui/list-states";
import type { Tone } from "~/ui/chip";
import type { TableSort } from "~/ui/table-head";

/** What was typed and is not saved, and what stood there when it was begun. */
export interface TypedLine {
  was: string;
  text: string;
}

/** A resident as the tables show one: texts, and where the name leads. */
export interface ResidentCells {
  /** The stay's id. */
  id: number;
  href: string;
  name: string;
  unit: string | null;
  /** The heading of their group. */
  group: string;
  facility: string;
  physician: string;
  why: { text: string; tone: Tone }[];
  /** The newest note, and how one begins that is marked high risk. */
  note: string;
  noteText: string | null;
  noteHref: string;
  isNoteUnread: boolean;
  out: string;
  /** The review of the transfer that they are out with, if any. */
  reviewHref: string | null;
  /** '08:47 AM, Kim Lee', where they were discussed today. */
  discussed: string | null;
  /** What the last meeting left, and who wrote it when. */
  line: { text: string; by: string };
  typed: TypedLine | null;
  day: string;
  window: string;
  longStay: string;
  frailty: string;
  hospital: string;
  ed: string;
}

/** A part of the list. */
export interface ResidentGroup {
  key: keyof TodayGroups<unknown>;
  count: number;
  rows: ResidentCells[];
  /** The rows of each unit stand together. */
  isByUnit: boolean;
  /** Columns in which all rows say the same. */
  alike: string[];
  /** Changes with all that the rows show. */
  version: string;
}

/** A count above the list, linked to the residents it counts. */
export interface TodayCount {
  key: Shown;
  text: string;
  href: string;
}

interface Choice {
  key: string;
  /** Null for the stays without a physician. */
  name: string | null;
}

/** What the page Today shows. */
export interface TodayView {
  of: "residents";
  level: ResidentLevel;
  id: number;
  name: string;
  /** '11/26/2026 08:45 AM ET', when the page was made. */
  made: string;
  marks: LinkedMark[];
  /** What late facilities mean for the list. */
  reach: string[];
  list: ListState<{
    counts: TodayCount[];
    groups: ResidentGroup[];
    hasNotes: boolean;
  }>;
  filters: TodayFilters;
  /** What is said of lines that were put back into their fields. */
  unsent: string | null;
  /** What it is narrowed by, in words. */
  narrowedTo: string;
  isFiltered: boolean;
  units: string[];
  physicians: Choice[];
  facilities: Choice[];
  sort: TableSort | null;
  /** What the address says beside the order. */
  query: [string, string][];
  /** This page as it is, and without filters. */
  href: string;
  clearHref: string;
}

export type TodayList = Extract<TodayView["list"], { state: "data" }>;
